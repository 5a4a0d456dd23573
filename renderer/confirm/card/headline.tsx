import type { Card } from '../../../shared/domain/instructions/card.js'
import { useConfirmText } from '../../language/confirm-text.js'
import { OrderLine } from '../../ui/order-line.js'

/** CONFIRM-19: the order in words. */
export function Headline({
  card,
  id,
  level = 1,
}: {
  readonly card: Card
  readonly id?: string
  readonly level?: 1 | 2
}) {
  const Heading = `h${level}` as const
  return (
    <Heading id={id} className={`headline ${level === 2 ? 'lesser' : ''}`} data-testid="line">
      <OrderLine order={card} />
    </Heading>
  )
}

/** CONFIRM-20: the environment, in words on its own color, and the account. */
export function Band({ card }: { readonly card: Card }) {
  const text = useConfirmText()
  return (
    <p className="band" data-environment={card.environment} data-testid="band">
      <span className="band-word">{text.environments[card.environment]}</span>
      <span className="band-note">{text.environment[card.environment]}</span>
      <span className="band-account tnum">
        {text.account(card.account.label, card.account.lastFour)}
      </span>
    </p>
  )
}
