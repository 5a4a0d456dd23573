/** The answer of a tool, as the wire has it. */
export interface ToolAnswer {
  readonly isError?: boolean | undefined
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined
}

/** What a client has sent and received, for the cost of a job. */
export interface Traffic {
  readonly calls: readonly string[]
  readonly characters: number
  /** Calls that were refused, with their answers. */
  readonly deadEnds: readonly string[]
}

/** A client that does a job of an assistant, and measures what it takes. */
export interface MeasuredClient {
  /** Calls a tool; throws its refusal. */
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>
  toolNames(): Promise<readonly string[]>
  /** Returns the traffic since the last time. */
  takeTraffic(): Traffic
}

/** Counts the calls of a client and what is read and written in them. */
export class TrafficMeter {
  #calls: string[] = []
  #characters = 0
  #deadEnds: string[] = []

  /** Counts a call; returns its structured answer, or throws its refusal. */
  record(name: string, args: object, answer: ToolAnswer): Readonly<Record<string, unknown>> {
    const text = answer.content.map((part) => part.text).join('\n')
    this.#calls.push(name)
    this.#characters += JSON.stringify(args).length + text.length
    if (answer.isError === true) {
      this.#deadEnds.push(`${name}: ${text}`)
      throw new Error(text)
    }
    return answer.structuredContent ?? (JSON.parse(text) as Readonly<Record<string, unknown>>)
  }

  take(): Traffic {
    const traffic = {
      calls: this.#calls,
      characters: this.#characters,
      deadEnds: this.#deadEnds,
    }
    this.#calls = []
    this.#characters = 0
    this.#deadEnds = []
    return traffic
  }
}
