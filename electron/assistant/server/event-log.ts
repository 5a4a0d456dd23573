import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

/**
 * Makes a log of a session's latest messages, so that a client whose stream broke receives the
 * missed ones when it reconnects (`Last-Event-ID`). It is in memory and bounded: older messages are
 * lost, and the client requests the data again.
 */
export function createEventLog(capacity: number): EventStore {
  const events = new Map<string, { readonly stream: string; readonly message: JSONRPCMessage }>()
  let lastNumber = 0
  return {
    storeEvent(stream, message) {
      lastNumber += 1
      const id = `${lastNumber}`
      events.set(id, { stream, message })
      if (events.size > capacity) events.delete(`${lastNumber - capacity}`)
      return Promise.resolve(id)
    },
    getStreamIdForEventId: (id) => Promise.resolve(events.get(id)?.stream),
    async replayEventsAfter(last, { send }) {
      const stream = events.get(last)?.stream ?? ''
      for (const [id, event] of [...events]) {
        // The entry that opens a stream is not a message.
        if (event.stream === stream && Number(id) > Number(last) && 'jsonrpc' in event.message) {
          await send(id, event.message)
        }
      }
      return stream
    },
  }
}
