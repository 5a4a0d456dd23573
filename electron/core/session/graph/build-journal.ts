import type { EpochMs } from '../../../../shared/domain/time.js'
import { NO_LIMITS_FILE } from '../../limits/personal-limit-file.js'
import type { CompanyReader } from '../../market/facts/company-reader.js'
import { splitRatioOf } from '../../market/facts/split-ratio.js'
import type { Listings } from '../../market/listings.js'
import { message } from '../../../../shared/messages/make-message.js'
import { randomHex } from '../../hex.js'
import type { OrderService } from '../../orders/order-service.js'
import { JournalReader } from '../../records/journal/journal-reader.js'
import { JournalService } from '../../records/journal/journal-service.js'
import { JournalNotes } from '../../records/journal/notes/journal-notes.js'
import { NO_PICTURES } from '../../records/journal/notes/picture-files-port.js'
import type { Notices } from '../../notices.js'
import type { ProviderPorts } from '../provider-ports.js'
import type { TradingSessionOptions } from '../session-options.js'

/** What the journal reads beside the broker's records. */
interface JournalSources {
  readonly provider: ProviderPorts
  /** Returns who sent an order, of any time; null for one that Countersign did not send. */
  readonly senderOf: OrderService['senderOf']
  readonly listings: Pick<Listings, 'multiplierOf'>
  readonly companies: Pick<CompanyReader, 'section'>
  readonly exchangeNow: () => EpochMs
  readonly notices: Pick<Notices, 'add'>
  /** Publishes the notices again. */
  readonly onNotice: () => void
}

/** Builds the journal of what the accounts realized. */
export const buildJournal = (
  options: TradingSessionOptions,
  sources: JournalSources,
): JournalService => {
  const { timers, log, journalFile } = options
  const { provider, senderOf, listings, companies, exchangeNow } = sources
  return new JournalService({
    reader: new JournalReader({
      records: provider.records,
      orders: provider.trade,
      positions: (accountId, why) => provider.portfolio.positions(accountId, why),
      facts: {
        multiplierOf: async (position) => {
          const found = await listings.multiplierOf(position)
          return found.ok ? found.value : null
        },
        sourceOf: (id) => ({ kind: senderOf(id) ?? 'elsewhere', name: null }),
      },
      splitRatio: async (symbol, day) => {
        const ratio = await splitRatioOf(companies)(symbol, day)
        return ratio === 'unread' ? null : ratio
      },
      exchangeNow,
    }),
    file: journalFile ?? (() => NO_LIMITS_FILE),
    notes: buildNotes(options, sources),
    timers,
    log,
  })
}

/** Bytes of the id of a picture. */
const PICTURE_ID_BYTES = 16

/** Builds what the person writes about round trips. */
const buildNotes = (
  { random, log, journalNotes }: TradingSessionOptions,
  { notices, onNotice, exchangeNow }: JournalSources,
): JournalNotes =>
  new JournalNotes({
    file: journalNotes?.file ?? (() => NO_LIMITS_FILE),
    pictures: journalNotes?.pictures ?? (() => NO_PICTURES),
    clock: { now: exchangeNow },
    newId: () => randomHex(random, PICTURE_ID_BYTES),
    log,
    onDamaged: () => {
      notices.add('journal-notes-damaged', message('session.journalNotesDamaged'))
      onNotice()
    },
  })
