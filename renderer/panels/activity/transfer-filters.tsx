import { useState } from 'react'
import {
  TRANSFER_DIRECTIONS,
  TRANSFER_EXTENTS,
  TRANSFER_METHODS,
  TRANSFER_STATUSES,
} from '../../../shared/domain/account/activity.js'
import type { TransferFilters } from '../../../shared/domain/account/transfer-filters.schema.js'
import { usePanelText } from '../../language/panel-text.js'
import { useSetting } from '../../stores/context.js'
import { Select, TextInput } from '../../ui/field.js'

const ALL = 'all'
/** The longest number of a transfer that can be sought. */
const MAX_NUMBER = 100

/** One filter: its value, `all` where it is not set, and its choices. */
interface Choice<T extends string> {
  readonly value: T | typeof ALL
  readonly setValue: (value: T | typeof ALL) => void
  readonly values: readonly (T | typeof ALL)[]
}

function useChoice<T extends string>(name: string, members: readonly T[]): Choice<T> {
  const values = [ALL, ...members] as const
  const [value, setValue] = useSetting<T | typeof ALL>(name, values, ALL)
  return { value, setValue, values }
}

const chosen = <T extends string>({ value }: Choice<T>): T | null =>
  value === ALL ? null : (value as T)

/** Returns the filters of transfers, which the broker applies, and how to change them. */
export function useTransferFilters() {
  const method = useChoice('activity.transfer-method', TRANSFER_METHODS)
  const direction = useChoice('activity.direction', TRANSFER_DIRECTIONS)
  const status = useChoice('activity.transfer-status', TRANSFER_STATUSES)
  const extent = useChoice('activity.transfer-extent', TRANSFER_EXTENTS)
  const [group, setGroup] = useState<string | null>(null)
  const filters: TransferFilters = {
    method: chosen(method),
    direction: chosen(direction),
    status: chosen(status),
    extent: chosen(extent),
    group,
  }
  return { filters, method, direction, status, extent, setGroup }
}

export type ChosenTransferFilters = ReturnType<typeof useTransferFilters>

/** The choices of the filters, and the number of an ACATS transfer. */
export function TransferFilterFields({ own }: { readonly own: ChosenTransferFilters }) {
  const text = usePanelText().records
  return (
    <>
      <ChoiceField
        name={text.methodFilter}
        all={text.allMethods}
        choice={own.method}
        labels={text.methods}
      />
      <ChoiceField
        name={text.directionFilter}
        all={text.allDirections}
        choice={own.direction}
        labels={text.directions}
      />
      <ChoiceField
        name={text.statusFilter}
        all={text.allStatuses}
        choice={own.status}
        labels={text.statuses}
      />
      <ChoiceField
        name={text.extentFilter}
        all={text.allExtents}
        choice={own.extent}
        labels={text.extents}
      />
      <GroupField key={own.filters.group} group={own.filters.group} onGroup={own.setGroup} />
    </>
  )
}

interface ChoiceFieldProps<T extends string> {
  readonly name: string
  /** What the choice without a filter is called. */
  readonly all: string
  readonly choice: Choice<T>
  readonly labels: Readonly<Record<T, string>>
}

function ChoiceField<T extends string>({ name, all, choice, labels }: ChoiceFieldProps<T>) {
  const { value, setValue, values } = choice
  return (
    <Select
      aria-label={name}
      value={value}
      onValue={setValue}
      options={values.map((member) => ({
        value: member,
        label: member === ALL ? all : labels[member as T],
      }))}
    />
  )
}

/** The number is requested once it is complete: on Enter, and when the field is left. */
function GroupField({
  group,
  onGroup,
}: {
  readonly group: string | null
  readonly onGroup: (group: string | null) => void
}) {
  const text = usePanelText().records
  const [typed, setTyped] = useState(group ?? '')
  const apply = (): void => {
    const wanted = typed.trim()
    onGroup(wanted === '' ? null : wanted)
  }
  return (
    <TextInput
      className="long"
      aria-label={text.groupFilter}
      placeholder={text.heads.group}
      value={typed}
      maxLength={MAX_NUMBER}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}
