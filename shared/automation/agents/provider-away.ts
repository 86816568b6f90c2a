/** What the error of a run begins with whose model's provider did not take a call, however often it was asked. */
export function notTaken(model: string): string {
  return `The provider of ${model} did not take the call`;
}
