/** A page that evaluates an expression. */
interface EvaluatingPage {
  evaluate(expression: string): Promise<unknown>
}

/** Calls the bridge of a page, as its own code does, and returns the answer. */
export const invoke = <T = unknown>(page: EvaluatingPage, op: string, input: unknown): Promise<T> =>
  page.evaluate(
    `window.countersign.invoke(${JSON.stringify(op)}, ${JSON.stringify(input)})`,
  ) as Promise<T>
