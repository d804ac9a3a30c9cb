/** How a job ends for which nobody has the weights: decided by the contract, which knows no silent fallback. */
export function lipsyncMissing(model: string): { error: string; errorCode: string } {
  return {
    error:
      `The neural lip-sync model ${model} is not available on this server, and nothing else may take its place. ` +
      'Nothing was charged; the operator can start a worker that offers it.',
    errorCode: 'lipsync_unavailable',
  };
}
