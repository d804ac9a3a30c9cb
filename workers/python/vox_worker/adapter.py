"""What an adapter is made of."""

from dataclasses import dataclass, field
from typing import Optional


class NotReady(Exception):
    """The adapter cannot work on this machine: a package or a weight is missing. The text is for the operator."""


class Failed(Exception):
    """The job cannot be done. Customers read the text. `final`: it would fail the same way again."""

    def __init__(self, text, code="job_failed", final=True):
        super().__init__(text)
        self.text, self.code, self.final = text, code, final


@dataclass
class Result:
    """`outputs` has the path of each file by its name; its ending says what it is."""

    outputs: dict = field(default_factory=dict)
    measured: dict = field(default_factory=dict)
    product: Optional[dict] = None
    duration_seconds: Optional[float] = None
    width: Optional[int] = None
    height: Optional[int] = None


class Adapter:
    """Brings one model to the service. A job is leased only to a worker with every capability that it needs."""

    capabilities = []

    def load(self, weights):
        """Runs once, before the worker registers. `weights` is a folder, or None. Raises `NotReady`."""

    def run(self, job):
        """Makes the `Result` of a `Job`. When the job is taken away this is interrupted by an exception that is no `Exception`."""
        raise NotImplementedError
