import type { ReactNode } from 'react'
import { useSetting } from '../../stores/context.js'
import { Segments } from '../segments.js'
import { useAccounts } from './use-account-names.js'

export const ACCOUNT_SCOPES = ['selected', 'all'] as const
/** Whether a panel shows the selected account or all of them. */
export type AccountScope = (typeof ACCOUNT_SCOPES)[number]

/** Returns the scope of a panel, which is saved, and its setter. One account has no choice. */
export function useAccountScope(
  panel: string,
): readonly [AccountScope, (scope: AccountScope) => void] {
  const [saved, setSaved] = useSetting(`${panel}.accounts`, ACCOUNT_SCOPES, 'selected')
  return [useAccounts().length > 1 ? saved : 'selected', setSaved]
}

export interface ScopedPanelProps {
  readonly scope: AccountScope
  readonly onScope: (scope: AccountScope) => void
  readonly text: Readonly<Record<AccountScope | 'label', string>>
  /** Further controls of the panel, beside the choice; none by default. */
  readonly controls?: ReactNode
  readonly children: ReactNode
}

/** A panel under the choice between the selected account and all; one account has no choice. */
export function ScopedPanel({ scope, onScope, text, controls, children }: ScopedPanelProps) {
  const hasChoice = useAccounts().length > 1
  if (!hasChoice && controls === undefined) return children
  return (
    <div className="panel">
      <div className="panel-bar">
        {hasChoice && (
          <Segments
            label={text.label}
            value={scope}
            onValue={onScope}
            options={ACCOUNT_SCOPES.map((value) => ({ value, label: text[value] }))}
          />
        )}
        {controls}
      </div>
      <div className="panel-body">{children}</div>
    </div>
  )
}
