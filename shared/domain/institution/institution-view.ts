import type { Environment } from '../environment.js'
import type { ProfileId } from '../app/profile.js'
import type { Message } from '../../messages/message.js'
import type { OrderWriteRow } from './institution-order.js'

/** The parts of the institution console, in the order of its list. */
export const CONSOLE_SECTIONS = [
  'accounts',
  'applications',
  'forms',
  'agreements',
  'documents',
  'banks',
  'transfers',
  'instant-funding',
  'credits-fees',
  'journals',
  'assets',
  'cash-activities',
  'orders',
  'executions',
  'instruments',
  'events',
  'master-data',
  'display',
] as const
export type ConsoleSectionId = (typeof CONSOLE_SECTIONS)[number]

/**
 * How a field of a request is entered. `list` is several texts separated by commas, `json` any
 * JSON value.
 */
export const CONSOLE_FIELD_KINDS = ['text', 'choice', 'yes-no', 'number', 'list', 'json'] as const

/**
 * One field of a request. `path` is where it belongs in the request, with dots
 * ("new_orders.0.symbol"). `filled`: Countersign enters a new id when it is left empty.
 */
export interface ConsoleField {
  readonly path: string
  readonly kind: (typeof CONSOLE_FIELD_KINDS)[number]
  readonly required: boolean
  readonly filled: boolean
  readonly choices: readonly string[]
  /** The most characters; null without a limit of its own. */
  readonly maxChars: number | null
}

/** One operation of the Broker API as the console offers it. */
export interface ConsoleOperation {
  readonly id: string
  /** The broker's own name of the operation. */
  readonly name: string
  readonly isWrite: boolean
  readonly fields: readonly ConsoleField[]
}

export interface ConsoleSection {
  readonly id: ConsoleSectionId
  readonly operations: readonly ConsoleOperation[]
}

/** What the console offers: the institutions of the open environment, and the operations. */
export interface ConsoleCatalog {
  readonly environment: Environment
  readonly profiles: readonly {
    readonly id: ProfileId
    readonly name: string
    /** False until the key and the secret are entered. */
    readonly ready: boolean
  }[]
  readonly sections: readonly ConsoleSection[]
}

/** An account form of the broker: its data has these fields, by their path within it. */
export interface ConsoleAccountForm {
  readonly code: string
  readonly name: string
  readonly version: string
  readonly fields: readonly ConsoleField[]
}

/** The entered fields of a request, by path; empty ones are not sent. */
export type ConsoleFields = Readonly<Record<string, string>>

/** A record of the Broker API: the path of each value, and the value as it was sent. */
export type ConsoleRecord = Readonly<Record<string, string>>

export interface ConsolePage {
  readonly rows: readonly ConsoleRecord[]
  readonly cursor: string | null
  readonly unreadable: number
}

/** A field that cannot be sent. `detail` is the rule of the broker that it breaks, in English. */
export interface ConsoleProblem {
  readonly path: string
  readonly kind: 'missing' | 'wrong'
  readonly detail: string
}

/**
 * What a write would send, exactly; it is held in main under `ticket` and can be sent once.
 */
export interface ConsoleReview {
  readonly ticket: string
  readonly profile: string
  readonly environment: Environment
  readonly operation: string
  /** Method and address. */
  readonly address: string
  readonly body: string
  /** The word that has to be typed; null where none is needed. */
  readonly word: string | null
}

/** What a read returned: its rows, or what is wrong with its fields. */
export type ConsoleReading =
  | { readonly kind: 'problems'; readonly problems: readonly ConsoleProblem[] }
  | { readonly kind: 'page'; readonly page: ConsolePage }

export type ConsolePreparation =
  | { readonly kind: 'problems'; readonly problems: readonly ConsoleProblem[] }
  | { readonly kind: 'review'; readonly review: ConsoleReview }

/**
 * The outcome of a write. `unknown`: it may or may not have happened, and it is never sent again by
 * itself. `not-sent`: nothing left this computer.
 */
export interface ConsoleOutcome {
  readonly outcome: 'done' | 'rejected' | 'unknown' | 'not-sent'
  readonly record: ConsoleRecord | null
  /** The broker's own code of a refusal. */
  readonly code: string | null
  readonly reason: Message | null
}

/** The latest requests about orders, newest first. `problem`: why no other may be sent. */
export interface ConsoleOrders {
  readonly rows: readonly OrderWriteRow[]
  readonly problem: Message | null
}

/** One event of the Broker API's event push. */
export interface ConsoleEvent {
  readonly id: string
  readonly type: string
  readonly time: string
  readonly position: string
  readonly record: ConsoleRecord
}

/** The event push of one institution: its connection and the events of this session. */
export interface ConsoleEvents {
  readonly state: 'connecting' | 'live' | 'lost' | 'refused'
  readonly reason: string | null
  /** How often the broker no longer had the events after the stored position. */
  readonly gaps: number
  /** Newest first. */
  readonly events: readonly ConsoleEvent[]
}

/** The most events that are held. */
export const MAX_CONSOLE_EVENTS = 500
