import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

/**
 * The latest messages of one session, so that a client whose stream broke hears the rest of it when
 * it comes back (`Last-Event-ID`).
 * In memory and bounded: what is older is lost, and the client asks again.
 */
export function createEventLog(capacity: number): EventStore {
  const events = new Map<string, { readonly stream: string; readonly message: JSONRPCMessage }>()
  let made = 0
  return {
    storeEvent(stream, message) {
      made += 1
      const id = `${made}`
      events.set(id, { stream, message })
      if (events.size > capacity) events.delete(`${made - capacity}`)
      return Promise.resolve(id)
    },
    getStreamIdForEventId: (id) => Promise.resolve(events.get(id)?.stream),
    async replayEventsAfter(last, { send }) {
      const stream = events.get(last)?.stream ?? ''
      for (const [id, event] of [...events]) {
        // The mark that opens a stream is no message.
        if (event.stream === stream && Number(id) > Number(last) && 'jsonrpc' in event.message) {
          await send(id, event.message)
        }
      }
      return stream
    },
  }
}
