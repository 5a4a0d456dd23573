import { Landmark } from 'lucide-react'
import { useState } from 'react'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import {
  CONSOLE_SECTIONS,
  type ConsoleCatalog,
  type ConsoleSectionId,
} from '../../../shared/domain/institution/institution-view.js'
import type { Invoke } from '../../bridge/client.js'
import { errorLine } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useSetting, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { useRead } from '../../ui/reading/use-read.js'
import { Empty, Skeleton } from '../../ui/states.js'
import { ConsoleOrderWrites } from './console-order-writes.js'
import { ConsoleEventsView } from './console-events.js'
import { ConsoleOperationView } from './console-operation.js'
import './institution.css'

/** The list of events is a section of the console beside those of the operations. */
const EVENT_PUSH = 'event-push'
const SECTIONS = [...CONSOLE_SECTIONS, EVENT_PUSH] as const
type Section = ConsoleSectionId | typeof EVENT_PUSH

const readCatalog = (invoke: Invoke) => invoke('institution.catalog', {})

/** The Broker API of an institution: lists, details, reviewed writes, and the event push. */
export function InstitutionPanel() {
  const text = usePanelText()
  const { appState } = useMainWindow()
  // A profile that was made or opened meanwhile changes what the console offers.
  const key = useSlice(appState, ({ value }) =>
    value === null ? null : JSON.stringify([value.current?.id, value.profiles]),
  )
  const state = useRead<ConsoleCatalog>(key, readCatalog)
  if (state.phase === 'loading') return <Skeleton rows={6} />
  if (state.phase === 'failed') {
    return (
      <Empty icon={Landmark} title={text.institution.failed} hint={errorLine(state.error)}>
        <Button onClick={state.reload}>{text.states.retry}</Button>
      </Empty>
    )
  }
  return state.value.profiles.length === 0 ? (
    <NoInstitution />
  ) : (
    <Console catalog={state.value} key={state.value.environment} />
  )
}

function NoInstitution() {
  const text = usePanelText().institution
  const { layout } = useMainWindow()
  return (
    <Empty icon={Landmark} title={text.none} hint={text.noneHint}>
      <Button onClick={() => showOverlay(layout, 'profiles')}>{text.profiles}</Button>
    </Empty>
  )
}

function Console({ catalog }: { readonly catalog: ConsoleCatalog }) {
  const text = usePanelText()
  const messages = text.institution
  const [section, setSection] = useSetting<Section>('institution.section', SECTIONS, 'accounts')
  const [chosen, setChosen] = useState<ProfileId | null>(null)
  const [operationId, setOperation] = useState('')
  const profile = catalog.profiles.find(({ id }) => id === chosen) ?? catalog.profiles[0]
  const operations = catalog.sections.find(({ id }) => id === section)?.operations ?? []
  const operation = operations.find(({ id }) => id === operationId) ?? operations[0]
  if (profile === undefined) return null
  return (
    <div className="panel institution" data-testid="institution">
      <div className="panel-bar records-bar" data-environment={catalog.environment}>
        <span className="env-tag">{text.environments[catalog.environment]}</span>
        <Select
          aria-label={messages.profile}
          value={profile.id}
          options={catalog.profiles.map(({ id, name }) => ({ value: id, label: name }))}
          onValue={setChosen}
        />
        <Select
          aria-label={messages.section}
          value={section}
          options={SECTIONS.map((value) => ({
            value,
            label: value === EVENT_PUSH ? messages.events : messages.sections[value],
          }))}
          onValue={setSection}
        />
        {operation !== undefined && (
          <Select
            aria-label={messages.operation}
            value={operation.id}
            options={operations.map(({ id, name, isWrite }) => ({
              value: id,
              label: isWrite ? messages.writes(name) : name,
            }))}
            onValue={setOperation}
          />
        )}
      </div>
      {!profile.ready ? (
        <Empty icon={Landmark} title={messages.notReady} />
      ) : section === EVENT_PUSH ? (
        <ConsoleEventsView key={profile.id} profile={profile.id} />
      ) : (
        operation !== undefined && (
          <>
            {section === 'orders' && <ConsoleOrderWrites profile={profile.id} />}
            <ConsoleOperationView
              key={`${profile.id} ${operation.id}`}
              profile={profile.id}
              operation={operation}
            />
          </>
        )
      )}
    </div>
  )
}
