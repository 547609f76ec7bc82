import { useRef } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";

export function Activity({ events }) {
  const scroller = useRef(null);
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 2,
    getItemKey: (i) => events[i].id,
  });
  return (
    <aside aria-label="Activity">
      <h2>Activity <small>{events.length} events</small></h2>
      <div className="scroller" ref={scroller} tabIndex={0}>
        <ul style={{ height: virtual.getTotalSize(), position: "relative" }}>
          {virtual.getVirtualItems().map((item) => {
            const { at, who, what } = events[item.index];
            return (
              <li key={item.key} style={{ transform: `translateY(${item.start}px)` }}>
                <time>{at}</time> <b>{who}</b> <span>{what}</span>
              </li>
            );
          })}
        </ul>
      </div>
    </aside>
  );
}
