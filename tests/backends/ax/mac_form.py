"""A small window of AppKit, for the tests on a real Mac: ``python mac_form.py TITLE PASSWORD``."""

import sys

from AppKit import (
    NSApplication,
    NSApplicationActivationPolicyRegular,
    NSBackingStoreBuffered,
    NSButton,
    NSMakeRect,
    NSObject,
    NSSecureTextField,
    NSTextField,
    NSWindow,
    NSWindowStyleMaskTitled,
)

WIDTH, HEIGHT, LINE = 400, 300, 40
AT_ONCE = False  # the window is made at once, not when it is first shown


class Parts(NSObject):  # type: ignore[misc]  # without types
    """What the buttons do; the labels are set after it was made."""

    def change_(self, _: object) -> None:
        self.label.setStringValue_("after")

    def remove_(self, _: object) -> None:
        self.extra.removeFromSuperview()


def main(title: str, password: str) -> None:
    app = NSApplication.sharedApplication()
    app.setActivationPolicy_(NSApplicationActivationPolicyRegular)
    window = NSWindow.alloc().initWithContentRect_styleMask_backing_defer_(
        NSMakeRect(200, 200, WIDTH, HEIGHT), NSWindowStyleMaskTitled, NSBackingStoreBuffered, AT_ONCE
    )
    window.setTitle_(title)
    parts = Parts.alloc().init()
    parts.label = NSTextField.labelWithString_("before")
    parts.extra = NSTextField.labelWithString_("extra")
    secret = NSSecureTextField.alloc().init()
    secret.setStringValue_(password)
    shown = [
        NSButton.buttonWithTitle_target_action_("Change", parts, "change:"),
        NSButton.buttonWithTitle_target_action_("Remove", parts, "remove:"),
        parts.label,
        parts.extra,
        NSTextField.textFieldWithString_("long " * 100),
        secret,
    ]
    for number, view in enumerate(shown, start=1):
        view.setFrame_(NSMakeRect(10, HEIGHT - number * LINE, WIDTH - 20, LINE - 10))
        window.contentView().addSubview_(view)
    window.makeKeyAndOrderFront_(None)
    app.activateIgnoringOtherApps_(True)  # noqa: FBT003  # a selector
    app.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
