import { ACCOUNT_FIGURES, CHANGE_CROSSINGS } from '../../../../shared/domain/alerts/alert.js'
import { accountName } from '../../../format/account-name.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useAccounts } from '../../../ui/accounts/use-account-names.js'
import { Field, Select } from '../../../ui/field.js'
import { hasLevel, type DraftFieldsProps } from '../draft/alert-draft.js'
import { LevelField } from './level-field.js'

/** What an alert on an account waits for. */
export function AccountFields(fields: DraftFieldsProps) {
  const { draft, change, problemOf } = fields
  const text = usePanelText().alerts
  const accounts = useAccounts()
  const choices = accounts.map((account) => ({
    value: account.accountId as string,
    label: accountName(account),
  }))
  const hasOwn = accounts.some(({ accountId }) => accountId === draft.accountId)
  return (
    <>
      <Field label={text.account} problem={problemOf('account')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.accountId ?? ''}
            onValue={(id) =>
              change({
                accountId: accounts.find(({ accountId }) => accountId === id)?.accountId ?? null,
              })
            }
            options={hasOwn ? choices : [{ value: '', label: text.chooseAccount }, ...choices]}
          />
        )}
      </Field>
      <Field
        label={text.figure}
        hint={draft.figure === 'dayPnl' ? text.dayHint : text.figureHints[draft.figure]}
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.figure}
            onValue={(figure) => change({ figure, level: '' })}
            options={ACCOUNT_FIGURES.map((value) => ({ value, label: text.figures[value] }))}
          />
        )}
      </Field>
      {hasLevel(draft) && (
        <>
          <Field label={text.when}>
            {(wiring) => (
              <Select
                {...wiring}
                value={draft.when}
                onValue={(when) => change({ when })}
                options={CHANGE_CROSSINGS.map((value) => ({ value, label: text.whens[value] }))}
              />
            )}
          </Field>
          <LevelField
            {...fields}
            label={text.amount}
            hint={draft.figure === 'dayPnl' ? text.lossHint : null}
          />
        </>
      )}
    </>
  )
}
