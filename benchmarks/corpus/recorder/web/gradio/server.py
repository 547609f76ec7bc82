"""A Gradio application over the cars of vega-datasets: a table with filters, a quiz of sliders, a gallery and a chat
with scripted answers.

python server.py PORT
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"

import gradio as gr
import pandas as pd
from vega_datasets import local_data

CARS = local_data.cars()
CARS["Year"] = CARS["Year"].dt.year
CARS = CARS[["Name", "Origin", "Year", "Cylinders", "Horsepower", "Miles_per_Gallon", "Weight_in_lbs"]].dropna()
CARS.columns = ["Name", "Origin", "Year", "Cylinders", "Horsepower", "MPG", "Weight"]
ANSWERS = {
    "light": "The lightest car is the {}.",
    "heavy": "The heaviest car is the {}.",
    "origin": "The cars come from:\n\n- USA\n- Japan\n- Europe",
}


def matching(origins: list[str], cylinders: float, power: float, words: str) -> pd.DataFrame:
    found = CARS[CARS["Origin"].isin(origins) & (CARS["Cylinders"] <= cylinders) & (CARS["Horsepower"] <= power)]
    return found[found["Name"].str.contains(words.lower(), regex=False)] if words else found


def show(origins: list[str], cylinders: float, power: float, words: str) -> tuple[pd.DataFrame, str, dict[str, float]]:
    found = matching(origins, cylinders, power, words)
    share = found["Origin"].value_counts(normalize=True).to_dict() if len(found) else {"none": 1.0}
    return found.head(14), f"### {len(found)} cars found\nMean power **{found['Horsepower'].mean():.1f}** hp", share


def answer(message: str, history: list[dict[str, str]]) -> Iterator[tuple[str, list[dict[str, str]]]]:
    history = [*history, {"role": "user", "content": message}]
    by_weight = CARS.sort_values("Weight")["Name"]
    for word, text in ANSWERS.items():
        if word in message.lower():
            said = text.format(by_weight.iloc[0] if word == "light" else by_weight.iloc[-1])
            break
    else:
        said = "I only know about weight and origin."
    yield "", [*history, {"role": "assistant", "content": "Let me see…"}]
    yield "", [*history, {"role": "assistant", "content": said}]


def estimate(power: float, weight: float, year: float) -> tuple[float, str]:
    if weight < 1000:
        raise gr.Error("No car weighs less than 1000 lbs.", duration=None)
    mpg = 60 - power / 12 - weight / 200 + (year - 1970) * 0.7
    gr.Info(f"Estimated {mpg:.1f} miles per gallon", duration=None)
    return round(mpg, 1), "thirsty" if mpg < 15 else "usual" if mpg < 25 else "frugal"


def remember(kept: list[str], name: str) -> tuple[list[str], str]:
    return [*kept, name], ""


with gr.Blocks(title="Cars") as demo:
    gr.Markdown("# Cars of the seventies")
    with gr.Tabs():
        with gr.Tab("Browse"), gr.Row():
            with gr.Column(scale=1):
                origins = gr.CheckboxGroup(["USA", "Japan", "Europe"], value=["USA", "Japan"], label="Origin")
                cylinders = gr.Slider(3, 8, 8, step=1, label="Cylinders at most")
                with gr.Accordion("More filters", open=False):
                    power = gr.Slider(40, 240, 240, step=5, label="Horsepower at most")
                    words = gr.Textbox(label="Name contains")
                reset = gr.Button("Reset filters")
                summary = gr.Markdown()
                share = gr.Label(label="Share of origins")
            with gr.Column(scale=3):
                table = gr.Dataframe(interactive=True, label="Cars", wrap=True)
        with gr.Tab("Estimate"), gr.Row():
            with gr.Column():
                hp = gr.Slider(40, 240, 100, step=1, label="Power")
                weight = gr.Number(2500, label="Weight in lbs")
                year = gr.Radio([1970, 1974, 1978, 1982], value=1974, label="Year")
                run = gr.Button("Estimate", variant="primary")
            with gr.Column():
                mpg = gr.Number(label="Miles per gallon", interactive=False)
                verdict = gr.Textbox(label="Verdict", interactive=False)
        with gr.Tab("Garage"):
            kept = gr.State([])
            with gr.Row():
                choice = gr.Dropdown(sorted(CARS["Name"].unique())[:25], label="Car", value=None)
                add = gr.Button("Add to garage")

            @gr.render(inputs=kept)
            def garage(names: list[str]) -> None:
                gr.Markdown(f"{len(names)} cars in the garage")
                for place, name in enumerate(names):
                    with gr.Row(key=f"row-{place}-{name}"):
                        gr.Textbox(name, label=f"Car {place + 1}", key=f"name-{place}-{name}", interactive=True)
                        gr.Checkbox(label="Sold", key=f"sold-{place}-{name}")
                        drop = gr.Button("Remove", key=f"drop-{place}-{name}")
                        drop.click(lambda all_, p=place: all_[:p] + all_[p + 1 :], kept, kept)

        with gr.Tab("Ask"):
            chat = gr.Chatbot(label="Answers", height=380)
            question = gr.Textbox(label="Question", placeholder="Ask about weight or origin")
            with gr.Row():
                send = gr.Button("Send")
                clear = gr.Button("Clear")
            gr.Examples(["Which car is light?", "Which car is heavy?", "What is the origin of the cars?"], question)

    filters = [origins, cylinders, power, words]
    results = [table, summary, share]
    demo.load(show, filters, results)
    for control in filters:
        control.change(show, filters, results)
    reset.click(lambda: (["USA", "Japan", "Europe"], 8, 240, ""), None, filters).then(show, filters, results)
    run.click(estimate, [hp, weight, year], [mpg, verdict])
    add.click(remember, [kept, choice], [kept, choice])
    send.click(answer, [question, chat], [question, chat])
    question.submit(answer, [question, chat], [question, chat])
    clear.click(lambda: [], None, chat)

if __name__ == "__main__":
    demo.launch(
        server_name="127.0.0.1",
        server_port=int(sys.argv[1]),
        quiet=True,
        theme=gr.themes.Base(font="sans-serif", font_mono="monospace"),
        footer_links=["settings"],
    )
