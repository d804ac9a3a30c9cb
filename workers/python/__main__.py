"""python3 workers/python ADAPTER [--weights FOLDER] …   docs/workers-python.md says how."""

from vox_worker.command_line import main

main()
