/**
 * Parses a finished stream of Server-Sent Events with JSON data (MARKET-8). Returns the data of its
 * `message` events in order, or null when one of them is not JSON. Ignores comments and other
 * fields, and drops an event that the end of the stream cut off, as the format requires.
 */
export function readEvents(text: string): readonly unknown[] | null {
  const events: unknown[] = []
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n\n')
  for (const block of blocks.slice(0, -1)) {
    const lines = block.split('\n')
    const field = (name: string): string[] =>
      lines
        .filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
    const data = field('data')
    if (data.length === 0 || (field('event').at(-1) ?? 'message') !== 'message') continue
    try {
      events.push(JSON.parse(data.join('\n')))
    } catch {
      return null
    }
  }
  return events
}

/** Formats one `message` event with JSON data. */
export const writeEvent = (data: unknown): string =>
  `event:message\ndata:${JSON.stringify(data)}\n\n`
