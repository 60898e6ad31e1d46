# python3 tests/report/page.py PAGE RUN...: is the report whole? RUN: targets of make (make-figure-4.1) that have run in its build folder; the
# others of cmodel/report/figures.list must be named as not run. A line of what is wrong; exit 1.
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

page, run = sys.argv[1], [name.replace("make-", "make ", 1) for name in sys.argv[2:]]
text = open(page, encoding="utf-8").read()


def check(good, found, expected):
    if not good:
        sys.exit("found %s, expected %s" % (found, expected))


root = tree.fromstring(text.replace("<!DOCTYPE html>", ""))  # every element closed, every sign escaped
name = lambda element: element.tag.rsplit("}", 1)[-1]
elements = list(root.iter())
check(not any(name(e) == "script" or any(key.startswith("on") for key in e.attrib) for e in elements), "a script", "none")
used = [value for e in elements for key, value in e.attrib.items() if key.rsplit("}", 1)[-1] in ("href", "src")]
check(all(value.startswith("#") for value in used), [value for value in used if not value.startswith("#")][:3], "nothing outside of the page")
ids = [e.attrib["id"] for e in elements if "id" in e.attrib]
check(len(ids) == len(set(ids)), sorted(i for i in set(ids) if ids.count(i) > 1)[:3], "each id once")
used += re.findall(r"url\((#[^)]*)\)", text)
check({value[1:] for value in used} <= set(ids), sorted({value[1:] for value in used} - set(ids))[:3], "ids that are there")
check("@media print" in text and "@media (max-width" in text and 'name="viewport"' in text, "no rules for paper and phones", "both")

lines = [[part.strip() for part in line.split("|")] for line in open("cmodel/report/figures.list") if line.strip() and line[0] != "#"]
missing = {e.find("{*}code").text for e in elements if e.attrib.get("class") == "missing"}
boxes = {e.find("{*}h3/{*}code").text: e for e in elements if e.attrib.get("class") == "run"}
commands = {line[1] for line in lines}
check(set(boxes) == set(run), sorted(boxes), sorted(run))
check(missing & commands == commands - set(run), sorted(missing & commands), sorted(commands - set(run)))
for command, box in boxes.items():
    folder = next(line[2] for line in lines if line[1] == command)
    recorded = open("%s/../%s/%s" % (page.rsplit("/", 1)[0], folder, next(line[3] for line in lines if line[1] == command))).read()
    check("".join(box.find("{*}pre").itertext()).strip() == recorded.strip(), "another table of " + command, "that of its folder")
    check(len([e for e in box.iter() if name(e) == "svg"]) >= 1, "no picture of " + command, "one or more")
makefiles = subprocess.run("cat Makefile $(find . -path ./build -prune -o -name '*.mk' -print)", shell=True, capture_output=True, text=True).stdout
targets = set(re.findall(r"^([a-z0-9.-]+)(?: [a-z0-9. -]+)?:", makefiles, re.M))
check(all(command.split()[1] in targets for command in missing), sorted(command for command in missing if command.split()[1] not in targets), "targets of make")

# What the repository records: every area row and every proof, with their results.
cells = {"".join(e.itertext()) for e in elements if name(e) == "td"}
for line in open("fpga/baselines/area.csv").read().splitlines()[2:]:
    for value in re.findall(r'"([^"]*)"', line) + line.rsplit(",", 3)[1:]:
        check(value in cells, "no cell " + value, "one, as fpga/baselines/area.csv has it")
proofs = [line.rstrip("\n").split("\t")[4].split("|") for line in open("tests/record/formal")]
rows = [["".join(cell.itertext()) for cell in e] for e in elements if name(e) == "tr"]
shown = {row[0]: row[4] for row in rows if len(row) == 11}
for proof in proofs:
    expected = "open" if proof[5] == "unproven" else proof[5]
    check(shown.get(proof[0]) == expected, "proof %s %s" % (proof[0], shown.get(proof[0])), expected)
