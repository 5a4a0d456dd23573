/**
 * Parses a stream of server-sent events chunk by chunk and passes on the data of each (WHATWG HTML,
 * section 9.2). Names, ids and comments are ignored, because every event of the protocol is one
 * message.
 */
export function createEventReader(message: (data: string) => void): (piece: string) => void {
  let rest = ''
  let data: string[] = []
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
      if (line !== '') continue
      const text = data.join('\n')
      data = []
      if (text !== '') message(text)
    }
  }
}
