"""What all tortures share: running the program, saying which promises held, and looking at folders."""
import hashlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent
FIXTURES = HOME / "Fixtures"
# What CLI.md's exit statuses come to where a run was not stopped.
FINE, SOME_FAILED, WRONG_USAGE = 0, 1, 2


def stop(message):
    """Ends where nothing could be tried, which is no broken promise."""
    print(f"torture: {message}", file=sys.stderr)
    sys.exit(2)


def program(options):
    """The program to torture: the one that was named, or a release build."""
    if options.imgtool:
        path = shutil.which(options.imgtool)
        return os.path.abspath(path) if path else stop(f"{options.imgtool} is no program")
    built = subprocess.run([HOME / "scripts/build"], stdout=subprocess.PIPE, text=True)
    return built.stdout.strip() if built.returncode == 0 else stop("imgtool could not be built")


class Promises:
    """Says of each promise, in one line, whether it held, and remembers whether all did."""
    MOST_SHOWN = 5

    def __init__(self, title):
        self.title = title
        self.broken = {}
        self.lock = threading.Lock()
        self.are_kept = True

    def breach(self, promise, what):
        """Notes that a promise was broken; threads may do so at once."""
        with self.lock:
            found = self.broken.setdefault(promise, [])
            found.append(what)
            if len(found) <= self.MOST_SHOWN:
                print(f"{self.title}: {promise}: {what}", file=sys.stderr, flush=True)

    def check(self, holds, promise, what):
        """Notes a breach unless something holds; gives whether it does."""
        if not holds:
            self.breach(promise, what)
        return holds

    def say(self, promise, figures):
        """Prints the line of a promise."""
        count = len(self.broken.get(promise, []))
        self.are_kept = self.are_kept and not count
        word = f"BROKEN {count}×" if count else "kept"
        print(f"{self.title:8}{word:12}{promise}  ({figures})", flush=True)

    @property
    def status(self):
        return 0 if self.are_kept and not self.broken else 1


@dataclass
class Run:
    """What a run of the program came to: seconds of processors, and MiB."""
    status: int
    out: bytes
    errors: bytes
    processor: float
    memory: float

    @property
    def lines(self):
        """What was said on standard error, but for the last line, which sums up."""
        return [line for line in self.errors.decode(errors="replace").splitlines()
                if not line.startswith("imgtool: ") or " done (" not in line]

    def __str__(self):
        said = " / ".join(self.errors.decode(errors="replace").splitlines()[:3])
        return f"exit {self.status}: {said[:400]}"


class Tool:
    """The program, with a scratch folder that stands for the user's home."""

    def __init__(self, path, scratch):
        self.path = path
        self.scratch = scratch
        home = scratch / "home"
        home.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("IMGTOOL_", "XDG_"))}
        # The script itself may have been started from a job that ignores interruptions.
        self.environment = kept | {"HOME": str(home)}

    def start(self, *arguments, cache=None, limits=(), out=subprocess.DEVNULL, errors=subprocess.DEVNULL, cwd=None):
        """Starts the program; `limits` are (resource, value) for the new process alone."""
        place = ["--cache-dir", str(cache)] if cache else []
        before = (lambda: [resource.setrlimit(name, (value, value)) for name, value in limits]) if limits else None
        return subprocess.Popen(
            [self.path, *map(str, arguments), *place], stdin=subprocess.DEVNULL, stdout=out, stderr=errors,
            env=self.environment, cwd=cwd or self.scratch, preexec_fn=before)

    def run(self, *arguments, timeout=600, **how):
        """Runs the program to its end; a run that takes too long is killed and ends by SIGKILL."""
        with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as out:
            process = self.start(*arguments, **{"out": out, "errors": errors} | how)
            timer = threading.Timer(timeout, os.kill, (process.pid, signal.SIGKILL))
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            errors.seek(0)
            unit = 1 if sys.platform == "darwin" else 1024
            return Run(process.returncode, out.read(), errors.read(), usage.ru_utime + usage.ru_stime,
                       usage.ru_maxrss * unit / 2**20)


def name_of(status):
    """An exit status as people know it."""
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"exit {status}"


def files(folder):
    """Every file below a folder: its path there, and its digest."""
    found = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        try:
            if path.is_file() and not path.is_symlink():
                found[str(path.relative_to(folder))] = digest(path.read_bytes())
        except FileNotFoundError:
            # Hidden files of runs that are at work come and go.
            continue
    return found


def digest(data):
    return hashlib.sha256(data).hexdigest()


def is_hidden(name):
    """Whether a name is that of a file that a run has not finished."""
    return os.path.basename(name).startswith(".imgtool-")


def leftovers(*folders):
    """Files that runs have begun and not finished."""
    return [str(path) for folder in folders if folder.is_dir() for path in folder.rglob(".imgtool-*")]


def differences(found, wanted):
    """What is different between two folders, as one text; an empty one where nothing is."""
    said = [f"{name} is missing" for name in wanted if name not in found]
    said += [f"{name} is one too many" for name in found if name not in wanted]
    said += [f"{name} has other bytes" for name in found if name in wanted and found[name] != wanted[name]]
    return "; ".join(said[:4]) + (f" and {len(said) - 4} more" if len(said) > 4 else "")


def make_pictures(tool, folder, count, edge):
    """Small pictures of all kinds that are read, none like another: the fixtures, resized by the program itself."""
    kinds = [("photo.jpg", "jpeg"), ("photo.heic", "heic"), ("rgba.png", "png"), ("lossy.webp", "webp"),
             ("progressive.jpg", "jpeg"), ("photo.jpg", "tiff"), ("interlaced.png", "png"), ("alpha.webp", "webp"),
             ("orientation-6.jpg", None), ("photo.jpg", "png"), ("irot-6.heic", None), ("small.avif", None)]
    folder.mkdir()
    for number in range(count):
        source, to = kinds[number % len(kinds)]
        name = f"{number:03}-{Path(source).stem}"
        if to is None:
            shutil.copy(FIXTURES / source, folder / f"{name}{Path(source).suffix}")
            continue
        smaller = edge - 8 * (number // len(kinds))
        made = folder / f"{name}.{ {'jpeg': 'jpg', 'tiff': 'tif'}.get(to, to) }"
        shrunk = folder / f".shrunk{Path(source).suffix if source != 'photo.heic' else '.jpg'}"
        needed(tool.run("shrink", "--no-cache", "--max", smaller, "-q", "92", FIXTURES / source, "-o", shrunk))
        if to in ("heic", "tiff") or shrunk.suffix != made.suffix:
            needed(tool.run("convert", "--no-cache", "--to", to, shrunk, "-o", made))
            shrunk.unlink()
        else:
            shrunk.rename(made)


def needed(run):
    """A run without which there is nothing to torture."""
    if run.status != FINE:
        stop(f"the pictures could not be made: {run}")
    return run
