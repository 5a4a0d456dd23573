import { TriangleAlert } from 'lucide-react'
import type { ConfirmText } from '../../../shared/messages/window-text.js'
import type { Card, CardField } from '../../../shared/domain/instructions/card.js'
import { useConfirmText } from '../../language/confirm-text.js'
import { OrderLine } from '../../ui/order-line.js'
import { isEnded } from '../state/not-ready-reason.js'
import { Fields, Section } from './section.js'
import { END } from '../state/use-seen.js'
import { formatMessage, formatOptionalMessage } from '../../format/message.js'

export interface BatchRowsProps {
  readonly batch: readonly Card[]
  readonly net: readonly CardField[]
  readonly plain: boolean
  readonly included: ReadonlySet<string>
  readonly onInclude: (id: string, on: boolean) => void
  readonly opened: string
  readonly onOpen: (id: string) => void
  readonly fixed: boolean
}

export const rowPart = (id: string): string => `row ${id}`

/** CONFIRM-29: every order of the batch with its own check box and result, then the net effect. */
export function BatchRows({
  batch,
  net,
  plain,
  included,
  onInclude,
  opened,
  onOpen,
  fixed,
}: BatchRowsProps) {
  const text = useConfirmText()
  return (
    <>
      <Section
        part="rows"
        title={text.sections.rows}
        aside={
          plain ? (
            <span className="quote-age tnum">{text.ticked(included.size, batch.length)}</span>
          ) : null
        }
      >
        <ul className="rows">
          {batch.map((card, index) => (
            <li key={card.id} className={card.id === opened ? 'opened' : ''} data-row={card.id}>
              {plain ? (
                <input
                  type="checkbox"
                  checked={included.has(card.id)}
                  disabled={fixed || isEnded(card)}
                  aria-label={text.rowTick(formatMessage(card.line))}
                  onChange={({ nativeEvent, target }) => {
                    if (nativeEvent.isTrusted) onInclude(card.id, target.checked)
                  }}
                />
              ) : (
                <span className="row-number tnum" aria-hidden>
                  {index + 1}
                </span>
              )}
              <button
                type="button"
                className="row-open"
                aria-pressed={card.id === opened}
                onClick={() => onOpen(card.id)}
              >
                <span className="row-line">
                  <OrderLine order={card} small />
                </span>
                <span className="row-note tnum">
                  {card.tier !== 'plain' && (
                    <span className="mark warning">
                      <TriangleAlert size={12} aria-hidden />
                      {text.warning}
                    </span>
                  )}
                  <span>{rowNote(card, text)}</span>
                </span>
              </button>
              <span className="part-end" {...{ [END]: rowPart(card.id) }} aria-hidden />
            </li>
          ))}
        </ul>
        {!plain && <p className="dim">{text.oneByOne}</p>}
      </Section>
      {net.length > 0 && (
        <Section part="net" title={text.sections.net} className="money">
          <Fields fields={net} />
        </Section>
      )}
    </>
  )
}

function rowNote(card: Card, text: ConfirmText): string {
  if (card.state === 'sending') return text.sending
  if (card.state !== 'open' && card.state !== 'loading') {
    return formatOptionalMessage(card.result) ?? text.results[card.state]
  }
  return formatOptionalMessage(card.money[0]?.value ?? null) ?? ''
}
