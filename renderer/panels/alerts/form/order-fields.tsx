import { ORDER_ALERT_EVENTS, type OrderAlertEvent } from '../../../../shared/domain/alerts/alert.js'
import { accountName } from '../../../format/account-name.js'
import { instrumentName, symbolInstrument } from '../../../format/instrument-name.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useAccounts } from '../../../ui/accounts/use-account-names.js'
import { Button } from '../../../ui/button.js'
import { Field, Problem, Select } from '../../../ui/field.js'
import { SymbolSearch } from '../../../ui/symbol-search.js'
import type { DraftFieldsProps } from '../draft/alert-draft.js'

/** Which events of which orders an alert is about. */
export function OrderFields({ draft, change, problemOf }: DraftFieldsProps) {
  const { alerts: text, instruments } = usePanelText()
  const accounts = useAccounts()
  const { events, orderSymbol } = draft
  const turn = (event: OrderAlertEvent, on: boolean): void =>
    change({
      events: ORDER_ALERT_EVENTS.filter((name) => (name === event ? on : events.includes(name))),
    })
  return (
    <>
      <fieldset className="alert-events">
        <legend className="field-label">{text.events}</legend>
        <div className="alert-choices">
          {ORDER_ALERT_EVENTS.map((event) => (
            <label key={event} className="choice flush">
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ target }) => turn(event, target.checked)}
              />
              {text.orderEvents[event]}
            </label>
          ))}
        </div>
        <Problem message={problemOf('events')} />
        <p className="field-hint">{text.eventsHint}</p>
      </fieldset>
      <Field label={text.account}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.orderAccountId ?? ''}
            onValue={(id) =>
              change({
                orderAccountId:
                  accounts.find(({ accountId }) => accountId === id)?.accountId ?? null,
              })
            }
            options={[
              { value: '', label: text.allAccounts },
              ...accounts.map((account) => ({
                value: account.accountId as string,
                label: accountName(account),
              })),
            ]}
          />
        )}
      </Field>
      <div className="field">
        <span className="field-label">{text.symbol}</span>
        <SymbolSearch
          label={text.symbol}
          shown={
            orderSymbol === null
              ? text.allInstruments
              : instrumentName(symbolInstrument(orderSymbol), instruments)
          }
          onPick={({ symbol }) => change({ orderSymbol: symbol })}
        />
        {orderSymbol !== null && (
          <Button size="small" onClick={() => change({ orderSymbol: null })}>
            {text.allInstruments}
          </Button>
        )}
      </div>
    </>
  )
}
