"""A run is killed at each call that changes a file, one after the other, and each such call is made to fail."""
import re
import shutil

from tortures.common import FINE, SOME_FAILED, differences, files, leftovers, needed
from tortures.kills import COMMANDS, INPUTS, NEXT, REPLACED, REPLACING, SOUND, SWEPT, WHOLE, Killing

KILLED = ("linkat", "rename,renameat,renameat2", "unlink,unlinkat", "write,pwrite64", "ftruncate", "fsetxattr",
          "fchmod", "mkdir,mkdirat", "fsync,fdatasync", "flock", "utimensat")
# Each with what the call may say of a bad or full disk. A name that can't be removed has to stay.
FAILED = {"linkat": ("ENOSPC", "EIO"), "rename,renameat,renameat2": ("EIO",), "write,pwrite64": ("ENOSPC", "EIO"),
          "ftruncate": ("EIO",), "fsetxattr": ("ENOSPC",), "fchmod": ("EIO",), "mkdir,mkdirat": ("ENOSPC",),
          "fsync,fdatasync": ("EIO",), "flock": ("ENOLCK",), "utimensat": ("EIO",)}
DURABLE = " --durable"
SCENES = ("shrink", "shrink over others", "heic", "shrink --in-place", "convert --in-place", "shrink" + DURABLE,
          "shrink over others" + DURABLE, "shrink --in-place" + DURABLE, "convert --in-place" + DURABLE)
ANSWERED = "a call that fails is an error of that file, or of nothing"
ORDERED = "--durable brings bytes, name and folder to the disk in this order, and then removes the old name"
REFUSED = "--durable fails where the disk refuses"
PICTURES = 3
# No thread makes so many of one kind.
MOST_CALLS = 60
# A call that strace shows as having been done; one thread may be shown amid another one's.
CALL = re.compile(r"^\d+ +(\w+)\((.*?)(?:\) += 0| <unfinished \.\.\.>)$", re.MULTILINE)


class Points(Killing):
    """One scene at a time, from the same beginning for every point."""

    def __init__(self, tool, promises, options):
        super().__init__(tool, promises, options, PICTURES)
        self.killed, self.failed, self.refused, self.named = 0, 0, 0, 0
        self.place = self.folder / "place"

    def prepare(self, scene):
        """Makes everything as it was before the run; gives the command, its folder and the rest of its line."""
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir()
        self.cache = self.place / "cache"
        scene, durable = scene.removesuffix(DURABLE), ["--durable"] * scene.endswith(DURABLE)
        name = scene.removesuffix(" over others")
        out = self.place / "out"
        if name in REPLACING:
            shutil.copytree(self.inputs, out)
            return name, out, [*REPLACING[name], *durable, out]
        line = [*COMMANDS[name], *durable, "-o", out, self.inputs]
        if name != scene:
            needed(self.tool.run(*line, "--metadata", "none", "--no-cache"))
            self.others = files(out)
        return name, out, line

    def run(self, scene, calls, what, number):
        """Runs a scene with something happening at a call; gives what came of it."""
        return self.traced(scene, f"trace={calls}", f"inject={calls}:{what}:when={number}")

    def traced(self, scene, *expressions):
        """Runs a scene under strace; gives what came of it."""
        name, out, line = self.prepare(scene)
        inner = self.tool.path
        self.trace = self.folder / "trace"
        trace = [shutil.which("strace"), "-f", "-qq", "-y", "-o", self.trace]
        for expression in expressions:
            trace += ["-e", expression]
        self.tool.path, arguments = trace[0], [*trace[1:], inner, *line, "-j", "1"]
        try:
            run = self.tool.run(*arguments, cache=self.cache, timeout=60)
        finally:
            self.tool.path = inner
        return name, out, line, run

    def look_after(self, scene, name, out, line, when):
        unlike = differences(files(self.inputs), self.originals)
        self.promises.check(not unlike, INPUTS, f"{when}: {unlike}")
        if scene.removesuffix(DURABLE) == name:
            self.check_outputs(f"{name}", out)
        else:
            for path, held in files(out).items():
                whole = is_hidden_or(held, path, self.references[name].get(path), self.others.get(path))
                self.promises.check(whole, WHOLE, f"{when}: {path}")
        self.look_at_cache(when)
        self.run_in_peace(name, line, out)
        self.verify(when)

    def kill_at_each(self, scene):
        for calls in KILLED:
            for number in range(1, MOST_CALLS):
                name, out, line, run = self.run(scene, calls, "signal=KILL", number)
                if run.status != -9:
                    break
                self.killed += 1
                self.look_after(scene, name, out, line, f"{scene}, killed at {calls} {number}")

    def fail_at_each(self, scene):
        for calls, errors in FAILED.items():
            for error in errors:
                for number in range(1, MOST_CALLS):
                    name, out, line, run = self.run(scene, calls, f"error={error}", number)
                    if b"INJECTED" not in self.trace.read_bytes():
                        break
                    when = f"{scene}, {error} of {calls} {number}"
                    self.failed += 1
                    self.promises.check(run.status in (FINE, SOME_FAILED), ANSWERED, f"{when}: {run}")
                    if scene.endswith(DURABLE) and calls.startswith("fsync"):
                        self.refused += 1
                        self.promises.check(run.status == SOME_FAILED and b"cannot write" in run.errors, REFUSED,
                                            f"{when}: {run}")
                    left = leftovers(out)
                    self.promises.check(not left, SWEPT, f"{when}: {left}")
                    self.look_after(scene, name, out, line, when)

    def follow(self, scene):
        """Looks at the calls by which outputs get to the disk: each file first, then its name, then its folder."""
        _, out, _, run = self.traced(scene, "trace=fsync,linkat,rename,renameat,renameat2,unlink,unlinkat")
        needed(run)
        calls = [(match[1], match[2]) for match in CALL.finditer(self.trace.read_text(errors="replace"))
                 if f"{out}" in match[2]]
        is_synced = False
        for number, (call, arguments) in enumerate(calls):
            after = calls[number + 1:]
            hidden = ".imgtool-" in arguments.split(",")[-2 if call == "linkat" else -1]
            if call == "fsync":
                # Files without a name are shown as deleted, and those of a hidden one by it.
                is_synced = is_synced or "deleted" in arguments or ".imgtool-" in arguments
            elif call.startswith("unlink"):
                self.promises.check(is_folder(calls[number - 1], out) and bool(after) and is_folder(after[0], out),
                                    ORDERED, f"{scene}: {calls}")
            elif not hidden:
                self.named += 1
                self.promises.check(is_synced and bool(after) and is_folder(after[0], out), ORDERED,
                                    f"{scene}: {calls}")
                is_synced = False


def is_folder(call, folder):
    """Whether a call brings the folder itself to the disk."""
    return call[0] == "fsync" and f"<{folder}>" in call[1]


def is_hidden_or(held, path, *wanted):
    """Whether a file is one of those, or has no final name."""
    return path.rpartition("/")[2].startswith(".imgtool-") or held in wanted


def torture_points(tool, promises, options):
    if not shutil.which("strace"):
        print("points: strace is not there, so nothing was tried")
        return
    points = Points(tool, promises, options)
    for scene in SCENES:
        if scene.endswith(DURABLE):
            points.follow(scene)
        points.kill_at_each(scene)
        points.fail_at_each(scene)
    print(f"points: {len(SCENES)} scenes; killed at {points.killed} calls, {points.failed} failures of calls")
    promises.say(INPUTS, f"{points.killed + points.failed} runs")
    promises.say(WHOLE, f"{points.counts['checks']} outputs")
    promises.say(REPLACED, f"{len(REPLACING)} commands")
    promises.say(ANSWERED, f"{points.failed} failures")
    promises.say(ORDERED, f"{points.named} names")
    promises.say(REFUSED, f"{points.refused} failures of fsync")
    promises.say(SOUND, f"{points.counts['verified']} × cache verify")
    promises.say(SWEPT, f"{points.killed + points.failed} runs")
    promises.say(NEXT, f"{points.killed + points.failed} runs")
