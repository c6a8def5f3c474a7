"""Home Assistant's recogniser over the home of recognize.bench.mjs: python recognize.py HOME.json

Prints milliseconds to the first answer and all answers; then, for each line it is sent, microseconds a sentence of one pass:
of the best reading, as Home Assistant asks for it, or after the line `first` of the first that is found.
"""

import json
import sys
import time

from hassil import Intents, recognize, recognize_best


def watch():
    """Milliseconds since, calling what it gives: on the wall or on the processor, whichever were fewer."""
    wall, processor = time.perf_counter(), time.process_time()
    return lambda: 1000 * min(time.perf_counter() - wall, time.process_time() - processor)


def intents(home):
    """The same templates, under the names that hassil has for their parts."""

    def data(phrase):
        return {
            "sentences": phrase["say"],
            "slots": phrase.get("input", {}),
            "requires_context": phrase.get("requires", {}),
        }

    define = home["define"]
    return Intents.from_dict(
        {
            "language": "en",
            "intents": {name: {"data": [data(phrase) for phrase in phrases]} for name, phrases in home["tools"].items()},
            "expansion_rules": define["rules"],
            "lists": define["lists"],
            "skip_words": define["skipWords"],
        }
    )


def answer(found):
    if found is None:
        return None
    return {"tool": found.intent.name, "input": {name: entity.value for name, entity in found.entities.items()}}


with open(sys.argv[1], encoding="utf-8") as file:
    home = json.load(file)
sentences = [(text, rest[0] if rest else None) for text, _, _, *rest in home["sentences"]]
took = watch()
known = intents(home)


def ask(sentence, way=recognize_best):
    text, context = sentence
    return way(text, known, intent_context=context)


ask(sentences[0])
first = took()
print(json.dumps({"first": first, "answers": [answer(ask(sentence)) for sentence in sentences]}), flush=True)
for line in sys.stdin:
    way = recognize if line.strip() == "first" else recognize_best
    took = watch()
    for sentence in sentences:
        ask(sentence, way)
    print(1000 * took() / len(sentences), flush=True)
