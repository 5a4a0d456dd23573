import type { Person } from './person.js'
import type { Computer } from './computer.js'
import type { Transcript } from './transcript.js'

/** What every step has: the packages, where they are installed, and who uses them. */
export interface Life {
  readonly first: string
  readonly next: string
  readonly computer: Computer
  readonly person: Person
  readonly transcript: Transcript
}

/** A step: what must be so, and what shows it. It may return what was seen; it throws if not so. */
export interface Step {
  readonly title: string
  readonly run: (life: Life) => string | void | Promise<string | void>
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** Where the package is installed, and its name. */
export const PROGRAM = '/opt/Countersign'
export const COMMAND = '/usr/bin/countersign'
export const MENU_ENTRY = '/usr/share/applications/countersign.desktop'
export const PACKAGE = 'countersign-test-runtime'
