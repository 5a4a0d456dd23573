import type { OpenRoom } from './assistant-host.js'

/** Builds the room of a session. */
export function openRoom(): Promise<OpenRoom> {
  return Promise.reject(new Error('the queue of instructions is not part of this build'))
}
