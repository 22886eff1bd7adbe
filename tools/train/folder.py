"""A run's folder: files that are there whole or not at all, and a log."""

import json
import os
import shutil


def save_whole(path, write):
    """`write` gets a file to write to, which then takes the place of `path`."""
    with open(path + ".new", "wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def rounded(value):
    """Numbers for the log, short."""
    if isinstance(value, float):
        return round(value, 4) if abs(value) >= 1e-3 else float(f"{value:.3g}")
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, (list, tuple)) else value


class Folder:
    def __init__(self, folder, also=None):
        """`also`: a second folder, for what `deliver` names."""
        self.folder, self.also = folder, also
        for each in (folder, also):
            if each:
                os.makedirs(each, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def save(self, name, write):
        save_whole(self.path(name), write)

    def log(self, entry):
        with open(self.path("log.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(rounded(entry)) + "\n")

    def deliver(self, *names):
        """Copies files into the second folder."""
        for name in names if self.also else ():
            if os.path.exists(self.path(name)):
                with open(self.path(name), "rb") as source:
                    save_whole(os.path.join(self.also, name),
                               lambda file: shutil.copyfileobj(source, file))
