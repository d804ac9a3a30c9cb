"""How networks move: by AdamW, with an average that follows."""

import torch


def groups_of(model, share=1.0):
    """With what is a matrix held small, and what is not left alone. `share`: of the rate at which the others move."""
    parameters = list(model.parameters())
    return [
        {"params": [p for p in parameters if p.dim() > 1], "weight_decay": 0.01, "share": share},
        {"params": [p for p in parameters if p.dim() <= 1], "weight_decay": 0.0, "share": share},
    ]


def optimiser_of(groups):
    return torch.optim.AdamW(groups, lr=1e-3, betas=(0.8, 0.99), fused=groups[0]["params"][0].is_cuda)


def move(optimiser, model, rate, longest):
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), longest)
    if norm.is_cuda:
        # A fused optimiser leaves out a step that is not finite.
        optimiser.found_inf = (~torch.isfinite(norm)).float()
    for group in optimiser.param_groups:
        group["lr"] = rate * group["share"]
    optimiser.step()


@torch.no_grad()
def follow(average, model, steps):
    decay = min(0.999, (1 + steps) / (20 + steps))
    torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), 1 - decay)


def measured_into(network, measured):
    """What a network's inputs are on average, and how far they are from it."""
    for kept, value in zip((network.mean, network.deviation), measured):
        kept.copy_(value)
