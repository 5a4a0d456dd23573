import { CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import {
  unreadableOf,
  type ListKind,
  type UnreadableList,
} from '../../../shared/domain/session/unreadable-list.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { IconButton } from '../../ui/button.js'

/** Lists with rows that a person's money depends on. */
const SEVERE: readonly ListKind[] = ['accounts', 'positions', 'openOrders']
const MAX_SYMBOLS = 5

const keyOf = ({ kind, accountId, count }: UnreadableList): string =>
  `${kind} ${accountId ?? ''} ${count}`

/**
 * Says which lists of the broker have rows that could not be read. A dismissed line returns when
 * their number changes.
 */
export function UnreadableLists() {
  const lists = useSlice(useMainWindow().session, ({ value }) => unreadableOf(value))
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  return lists
    .filter((list) => !dismissed.includes(keyOf(list)))
    .map((list) => (
      <Line
        key={keyOf(list)}
        list={list}
        onDismiss={() => setDismissed((before) => [...before, keyOf(list)])}
      />
    ))
}

function Line({
  list: { kind, accountId, count, symbols },
  onDismiss,
}: {
  readonly list: UnreadableList
  readonly onDismiss: () => void
}) {
  const text = useText()
  const nameOf = useAccountNames()
  const named = symbols.slice(0, MAX_SYMBOLS).join(', ')
  return (
    <div
      className={`notice ${SEVERE.includes(kind) ? 'bad' : 'info'}`}
      data-testid="unreadable-rows"
    >
      <CircleAlert size={14} aria-hidden />
      <p>
        {text.unreadable.rows[kind](count)}
        {accountId !== null && ` ${text.unreadable.account(nameOf(accountId))}`}
        {named !== '' && ` ${text.unreadable.symbols(named)}`} {text.unreadable.meaning[kind]}
      </p>
      <IconButton icon={X} size="small" label={text.notices.dismiss} onClick={onDismiss} />
    </div>
  )
}
