"""Has the shape of coqui-tts, and no model."""

import json


class XttsConfig:
    languages = ["en", "es", "zh-cn"]

    def load_json(self, file_name):
        with open(file_name) as file:
            json.load(file)
