import { Image as ImageIcon } from 'lucide-react'
import type { TripNotes } from '../../../shared/domain/account/journal-notes.schema.js'
import { cmp, ZERO, type Decimal, type Money } from '../../../shared/domain/decimal.js'
import type {
  JournalLot,
  JournalTrip,
  TradeSource,
} from '../../../shared/domain/account/journal.js'
import { keyParts, type InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { ownExact, ownMoney, ownQuantity } from '../../format/own.js'
import { instrumentName } from '../../format/instrument-name.js'
import { formatAverage } from '../../format/product-price.js'
import { tripInstrument } from './trip-instrument.js'
import { keyInstrument } from './key-instrument.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import { numberColumn, timeColumn } from '../../ui/records/record-columns.js'
import type { RecordField } from '../../ui/records/record-detail.js'
import { Signed } from '../../ui/signed.js'
import { dayColumn, textColumn } from '../../ui/table/columns/simple-columns.js'
import type { Column } from '../../ui/table/column.js'
import { toolsColumn } from '../../ui/table/tools-column.js'
import { fullText } from '../../ui/hints/hint.js'

/** Names who decided on a round trip: also who closed it, where that was somebody else. */
export function tripSource({ source, closedBy }: JournalTrip, text: PanelText): string {
  const [opened, closed] = [sourceName(source, text), sourceName(closedBy, text)]
  return opened === closed ? opened : text.journal.openedAndClosed(opened, closed)
}

/** Names a source: an assistant by its name, also one that only prepared the order. */
export const sourceName = ({ kind, name }: TradeSource, text: PanelText): string =>
  name === null
    ? text.journal.sources[kind]
    : kind === 'hand'
      ? text.journal.preparedBy(name)
      : name

interface Keyed {
  readonly key: InstrumentKey
}

/** The column that names the instrument of a row. */
export const instrumentColumn = <T extends Keyed>(text: PanelText): Column<T> => ({
  ...textColumn<T>(
    { id: 'instrument', head: text.journal.heads.instrument, width: 110, grow: 2, pinned: true },
    ({ key }) => instrumentName(keyInstrument(key), text.instruments),
  ),
  cell: ({ key }) => <InstrumentCell instrument={keyInstrument(key)} />,
})

/** The column that names what a round trip traded: an instrument or a strategy. */
const tripColumn = (text: PanelText): Column<JournalTrip> => ({
  ...textColumn<JournalTrip>(
    { id: 'instrument', head: text.journal.heads.instrument, width: 110, grow: 2, pinned: true },
    (trip) => instrumentName(tripInstrument(trip), text.instruments),
  ),
  cell: (trip) => <InstrumentCell instrument={tripInstrument(trip)} />,
})

/** A column of amounts; empty ones are sorted as zero. */
export const moneyColumn = <T,>(
  shape: Pick<Column<T>, 'id' | 'head' | 'width'> & Partial<Column<T>>,
  read: (row: T) => Money | null,
): Column<T> =>
  numberColumn<T>(
    { compare: (a, b) => cmp(read(a) ?? ZERO, read(b) ?? ZERO), ...shape },
    read,
    (value) => ownMoney(value),
  )

const pnlColumn = <T,>(
  { head, headLabel }: Pick<Column<T>, 'head' | 'headLabel'>,
  pnlOf: (row: T) => Money | null,
): Column<T> => ({
  ...moneyColumn<T>(
    {
      id: 'pnl',
      head,
      headLabel,
      width: 96,
      grow: 0.6,
    },
    pnlOf,
  ),
  cell: (row) => (
    <Signed value={pnlOf(row)} tone="pnl">
      {ownMoney(pnlOf(row), null, true)}
    </Signed>
  ),
})

/** Writes a price of the instrument of a row. */
export const priceText = (value: Decimal | null, { key }: Keyed): string =>
  formatAverage(value, keyParts(key))

/** Returns the legs of a round trip with the average prices of their closed parts. */
export const legPrices = (
  { legs }: JournalTrip,
  text: PanelText['instruments'],
): readonly RecordField[] =>
  legs.map(({ key, direction, quantity, entryPrice, exitPrice }) => ({
    name: `${direction === 'long' ? '+' : '−'}${ownQuantity(quantity)} ${instrumentName(keyInstrument(key), text)}`,
    shown: `${priceText(entryPrice, { key })} → ${priceText(exitPrice, { key })}`,
  }))

/** Separates tags in a file: no tag has it. */
const TAG_SEPARATOR = '; '

/** Returns the notes of a round trip: those that were just written, or those that were read. */
export type NotesOfTrip = (trip: JournalTrip) => TripNotes

/** The columns of what the person wrote. */
const notesColumns = (
  text: PanelText,
  notesOf: NotesOfTrip,
  hasTags: boolean,
): readonly Column<JournalTrip>[] => {
  const { heads, notes } = text.journal
  return [
    {
      ...textColumn<JournalTrip>(
        {
          id: 'tags',
          head: heads.tags,
          width: 90,
          grow: 0.8,
          ...(hasTags ? {} : { yields: 6 }),
        },
        (row) => notesOf(row).tags.join(TAG_SEPARATOR),
      ),
      cell: (row) => (
        <span className="journal-tags" {...fullText(notesOf(row).tags.join(', '))}>
          {notesOf(row).tags.map((tag) => (
            <span key={tag} className="journal-tag">
              {tag}
            </span>
          ))}
        </span>
      ),
    },
    {
      ...textColumn<JournalTrip>(
        { id: 'note', head: heads.note, width: 110, grow: 1.2, yields: 7 },
        (row) => notesOf(row).note,
      ),
      cell: (row) => {
        const { note, pictures } = notesOf(row)
        return (
          <span className="journal-note-cell" {...fullText(note)}>
            {pictures.length > 0 && (
              <ImageIcon size={12} role="img" aria-label={notes.pictureCount(pictures.length)} />
            )}
            {note}
          </span>
        )
      },
    },
  ]
}

/**
 * The columns of the round trips. Once the person uses tags, a narrow table shows them rather than
 * the largest size.
 */
export const tripColumns = (
  text: PanelText,
  notesOf: NotesOfTrip,
  hasTags: boolean,
): readonly Column<JournalTrip>[] => {
  const { heads, directions } = text.journal
  return [
    tripColumn(text),
    timeColumn(
      { id: 'closed', head: heads.closed, headLabel: heads.closedLong, width: 104 },
      (row) => row.closedAt,
    ),
    timeColumn(
      { id: 'opened', head: heads.opened, headLabel: heads.openedLong, width: 104, yields: 2 },
      (row) => row.openedAt,
    ),
    textColumn(
      { id: 'direction', head: heads.direction, width: 76, yields: 4 },
      (row) => directions[row.direction],
    ),
    numberColumn(
      {
        id: 'quantity',
        head: heads.quantity,
        width: 86,
        grow: 0.4,
        ...(hasTags ? { yields: 1.5 } : {}),
      },
      (row) => row.quantity,
    ),
    numberColumn<JournalTrip>(
      { id: 'entry', head: heads.entry, width: 92, grow: 0.4, yields: 1 },
      (row) => row.entryPrice,
      priceText,
    ),
    numberColumn<JournalTrip>(
      { id: 'exit', head: heads.exit, width: 92, grow: 0.4, yields: 1 },
      (row) => row.exitPrice,
      priceText,
    ),
    {
      ...textColumn<JournalTrip>(
        { id: 'trades', head: heads.trades, width: 76, number: true, yields: 5 },
        (row) => String(row.trades),
      ),
      compare: (a, b) => a.trades - b.trades,
    },
    moneyColumn({ id: 'fees', head: heads.fees, width: 78, yields: 3 }, (row) => row.fees),
    pnlColumn({ head: heads.pnl, headLabel: heads.pnlLong }, (row) => row.pnl),
    textColumn({ id: 'source', head: heads.source, width: 96, grow: 0.6 }, (row) =>
      tripSource(row, text),
    ),
    ...notesColumns(text, notesOf, hasTags),
    toolsColumn<JournalTrip>(text),
  ]
}

/** The columns of the lots, in the order of a tax return. */
export const lotColumns = (text: PanelText): readonly Column<JournalLot>[] => {
  const { heads, directions, terms } = text.journal
  return [
    instrumentColumn<JournalLot>(text),
    {
      ...numberColumn<JournalLot>(
        { id: 'quantity', head: heads.lotQuantity, width: 86, grow: 0.4 },
        (row) => row.quantity,
      ),
      data: (row) => ownExact(row.quantity),
    },
    dayColumn('acquired', heads.acquired, (row: JournalLot) => row.acquired),
    dayColumn('sold', heads.sold, (row: JournalLot) => row.sold),
    moneyColumn(
      { id: 'proceeds', head: heads.proceeds, width: 100, grow: 0.5 },
      (row) => row.proceeds,
    ),
    moneyColumn({ id: 'cost', head: heads.cost, width: 100, grow: 0.5 }, (row) => row.cost),
    pnlColumn({ head: heads.lotPnl, headLabel: heads.lotPnlLong }, (row) => row.pnl),
    textColumn({ id: 'term', head: heads.term, width: 92 }, (row) =>
      row.term === null ? null : terms[row.term],
    ),
    textColumn(
      { id: 'direction', head: heads.direction, width: 76, yields: 2 },
      (row) => directions[row.direction],
    ),
    timeColumn(
      { id: 'closed', head: heads.closed, headLabel: heads.closedLong, width: 104, hidden: true },
      (row) => row.closedAt,
    ),
    toolsColumn<JournalLot>(text),
  ]
}
