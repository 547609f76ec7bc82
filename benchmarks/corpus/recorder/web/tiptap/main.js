import { Editor } from "@tiptap/core";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { TableKit } from "@tiptap/extension-table";
import { CharacterCount, Placeholder } from "@tiptap/extensions";
import StarterKit from "@tiptap/starter-kit";
import "./style.css";

const editor = new Editor({
  element: document.querySelector("#editor"),
  extensions: [
    StarterKit,
    TaskList,
    TaskItem.configure({ nested: true }),
    TableKit,
    CharacterCount,
    Placeholder.configure({ placeholder: "Write the minutes …" }),
  ],
  content: document.querySelector("#minutes").innerHTML,
  editorProps: { attributes: { "aria-label": "Minutes", role: "textbox", "aria-multiline": "true" } },
});

const chain = () => editor.chain().focus();
const BUTTONS = [
  ["Bold", () => chain().toggleBold(), "bold"],
  ["Italic", () => chain().toggleItalic(), "italic"],
  ["Strike", () => chain().toggleStrike(), "strike"],
  ["Code", () => chain().toggleCode(), "code"],
  ["Heading 2", () => chain().toggleHeading({ level: 2 }), "heading", { level: 2 }],
  ["Heading 3", () => chain().toggleHeading({ level: 3 }), "heading", { level: 3 }],
  ["Bullet list", () => chain().toggleBulletList(), "bulletList"],
  ["Numbered list", () => chain().toggleOrderedList(), "orderedList"],
  ["Task list", () => chain().toggleTaskList(), "taskList"],
  ["Quote", () => chain().toggleBlockquote(), "blockquote"],
  ["Line", () => chain().setHorizontalRule()],
  ["Insert table", () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true })],
  ["Add row", () => chain().addRowAfter()],
  ["Add column", () => chain().addColumnAfter()],
  ["Delete row", () => chain().deleteRow()],
  ["Delete column", () => chain().deleteColumn()],
  ["Delete table", () => chain().deleteTable()],
  ["Merge cells", () => chain().mergeCells()],
  ["Undo", () => chain().undo()],
  ["Redo", () => chain().redo()],
];

const toolbar = document.querySelector("#toolbar");
const buttons = BUTTONS.map(([name, command, mark, options]) => {
  const button = document.createElement("button");
  button.textContent = name;
  button.onmousedown = (event) => event.preventDefault();
  button.onclick = () => command().run();
  toolbar.append(button);
  return { button, mark, options };
});

const mode = document.querySelector("#mode");
mode.onclick = () => {
  editor.setEditable(!editor.isEditable);
  mode.textContent = editor.isEditable ? "Preview" : "Edit";
  toolbar.hidden = !editor.isEditable;
};

function outline() {
  const items = [];
  editor.state.doc.descendants((node, position) => {
    if (node.type.name !== "heading") return;
    const item = document.createElement("li");
    const link = document.createElement("button");
    link.textContent = node.textContent;
    link.onclick = () => chain().setTextSelection(position + 1).scrollIntoView().run();
    item.append(link);
    items.push(item);
  });
  const list = document.querySelector("#outline");
  const texts = (elements) => Array.from(elements, (element) => element.textContent).join("\n");
  if (texts(items) !== texts(list.children)) list.replaceChildren(...items);
}

function state({ transaction } = {}) {
  for (const { button, mark, options } of buttons) {
    if (mark) button.ariaPressed = String(editor.isActive(mark, options));
    else button.disabled = !able(button.textContent);
  }
  const { words, characters } = editor.storage.characterCount;
  document.querySelector("#words").textContent = `${words()} words, ${characters()} characters`;
  const { $from } = editor.state.selection;
  document.querySelector("#place").textContent = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type.name).join(" › ");
  if (!transaction || transaction.docChanged) outline();
}

function able(name) {
  const can = editor.can();
  const checks = {
    "Add row": "addRowAfter", "Add column": "addColumnAfter", "Delete row": "deleteRow", "Delete column": "deleteColumn",
    "Delete table": "deleteTable", "Merge cells": "mergeCells", Undo: "undo", Redo: "redo",
  };
  return name in checks ? can[checks[name]]() : true;
}

editor.on("transaction", state);
state();
