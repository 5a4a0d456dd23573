/**
 * Reads a finished stream of Server-Sent Events whose data is JSON (MARKET-8): the
 * data of its `message`
 * events in order, or null when one of them is not JSON. Comments and other fields are passed over;
 * what the stream's end cut off is dropped, as the format asks.
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

/** One `message` event with JSON data, as it travels. */
export const writeEvent = (data: unknown): string =>
  `event:message\ndata:${JSON.stringify(data)}\n\n`
