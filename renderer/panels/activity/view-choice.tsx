import { usePanelText } from '../../language/panel-text.js'
import { Segments } from '../../ui/segments.js'

export const VIEWS = ['cash', 'transfers', 'executions'] as const
/** A kind of record that the panel lists. */
export type View = (typeof VIEWS)[number]

export interface ViewProps {
  readonly view: View
  readonly onView: (view: View) => void
}

/** Chooses which records are listed. */
export function ViewChoice({ view, onView }: ViewProps) {
  const { viewLabel, views } = usePanelText().records
  return (
    <Segments
      label={viewLabel}
      value={view}
      onValue={onView}
      options={VIEWS.map((value) => ({ value, label: views[value] }))}
    />
  )
}
