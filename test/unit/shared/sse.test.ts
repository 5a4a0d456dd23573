import { describe, expect, it } from 'vitest'
import { readEvents, writeEvent } from '../../../shared/wire/sse.js'

describe('server-sent events', () => {
  it('are read as they were written', () => {
    const data = [{ type: 'text', message: 'two\n\nlines' }, [1, 2], null]
    expect(readEvents(data.map(writeEvent).join(''))).toEqual(data)
  })

  it('may have comments, other event types, several lines and any line end', () => {
    expect(
      readEvents(
        ': hello\r\n\r\nevent: ping\r\ndata: {}\r\n\r\nid: 7\rdata: [1,\rdata: 2]\r\rdata:3\n\n',
      ),
    ).toEqual([[1, 2], 3])
  })

  it('are dropped when the end is cut off, and refused when they are not JSON', () => {
    expect(readEvents(`${writeEvent(1)}event:message\ndata:{"half"`)).toEqual([1])
    expect(readEvents('data: no json\n\n')).toBeNull()
    expect(readEvents('')).toEqual([])
  })
})
