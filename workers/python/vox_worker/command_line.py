import argparse
import importlib.util
import inspect
import os
import socket
import sys
import tempfile
import time
from pathlib import Path

from .adapter import Adapter, NotReady
from .server import Refused, Server, Unreachable
from .worker import Worker

ADAPTERS = Path(__file__).resolve().parent.parent / "adapters"


def main():
    asked = _parser().parse_args()
    # Programs that an adapter starts need not know it.
    secret = os.environ.pop("WORKER_SECRET", "")
    try:
        if secret == "":
            raise NotReady("Set WORKER_SECRET to the secret of this worker.")
        server = Server(asked.server, secret)
        adapter = find_adapter(asked.adapter)
        began = time.monotonic()
        adapter.load(Path(asked.weights) if asked.weights else None)
        _log(f"the adapter {asked.adapter} is ready after {time.monotonic() - began:.1f} s")
        Worker(server, adapter, asked.name, Path(asked.folder), asked.grace, _log).work()
    except (NotReady, ValueError, PermissionError) as error:
        sys.exit(f"This worker cannot start. {error}")
    except Refused as error:
        sys.exit(f"The server {asked.server} refuses this worker. {error.words}")
    except Unreachable as error:
        sys.exit(f"The server {asked.server} does not answer as a service does. {error}")


def _parser():
    parser = argparse.ArgumentParser(
        prog="workers/python",
        description="Works for a Vox Humana service with a model of yours. The environment has WORKER_SECRET.",
    )
    names = ", ".join(sorted(path.stem for path in ADAPTERS.glob("*.py")))
    parser.add_argument("adapter", help=f"one of {names}, or the path of a Python file")
    environment = os.environ.get
    parser.add_argument("--server", default=environment("VOX_SERVER", ""), help="URL of the service. Default: $VOX_SERVER")
    parser.add_argument("--weights", help="folder of the weights")
    parser.add_argument("--name", default=socket.gethostname(), help="shown to administrators. Default: the host's")
    parser.add_argument("--grace", type=float, default=20, help="seconds that a running job has at a stop. Default: 20")
    scratch = os.path.join(tempfile.gettempdir(), f"vox-worker-{os.getuid()}")
    parser.add_argument("--folder", default=scratch, help=f"for files of running jobs. Default: {scratch}")
    return parser


def find_adapter(name):
    """The one subclass of `Adapter` that the file defines."""
    path = Path(name) if name.endswith(".py") else ADAPTERS / f"{name}.py"
    if not path.is_file():
        raise NotReady(f"There is no adapter {path}.")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Adapter) and value.__module__ == path.stem
    ]
    if len(found) != 1:
        raise NotReady(f"{path} must define one subclass of Adapter; it has {len(found)}.")
    return found[0]()


def _log(text):
    print(f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {text}", file=sys.stderr, flush=True)
