#!/usr/bin/env python3
"""What qi is made of, as an SPDX document (JSON): sbom.py [OUT]

The time in it is that of SOURCE_DATE_EPOCH, or of the last change that git knows, so that the same sources make the
same bytes.
"""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = "in the page only, and in the command that carries it"
# Other people's work that is part of what is built: name, licence, how.
PARTS = [
    ("jansson", "MIT", "the command, linked statically where that is possible"),
    ("@fontsource/fusion-pixel-12px-proportional-sc", "OFL-1.1", f"glyphs {PAGE}"),
    ("@fontsource/press-start-2p", "OFL-1.1", f"glyphs {PAGE}"),
]


def version():
    return re.search(r"^  version: '(.*)',$", (ROOT / "meson.build").read_text(encoding="utf-8"), re.M)[1]


def made():
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        try:
            log = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct"], capture_output=True, text=True)
            epoch = log.stdout.strip() or "0"
        except OSError:  # no git
            epoch = "0"
    return datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def package(identifier, name, licence, comment, number):
    entry = {"SPDXID": f"SPDXRef-{identifier}", "name": name, "downloadLocation": "NOASSERTION",
             "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
             "copyrightText": "NOASSERTION", "comment": comment}
    if number:
        entry["versionInfo"] = number
    return entry


def document():
    locked = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    packages = [package("qi", "qi", "MIT", "library, command and page", version())]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-qi"}]
    for name, licence, how in PARTS:
        identifier = re.sub(r"[^a-zA-Z0-9.]+", "-", name).strip("-")
        number = locked.get(f"node_modules/{name}", {}).get("version")
        packages.append(package(identifier, name, licence, how, number))
        relations.append({"spdxElementId": "SPDXRef-qi", "relationshipType": "CONTAINS",
                          "relatedSpdxElement": f"SPDXRef-{identifier}"})
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"qi-{version()}", "documentNamespace": f"urn:qi:sbom:{version()}",
            "creationInfo": {"created": made(), "creators": ["Tool: tools/sbom.py"]},
            "packages": packages, "relationships": relations}


def main():
    text = json.dumps(document(), indent=1) + "\n"
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1]).write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
