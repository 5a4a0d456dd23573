import type { ReactNode } from 'react'
import type { PracticeChange } from '../../../shared/domain/app/practice/practice-settings.schema.js'
import type { PracticeSettings } from '../../../shared/domain/app/practice/practice-settings.js'

export interface SettingProps {
  readonly settings: PracticeSettings
  readonly change: (change: PracticeChange) => Promise<void>
}

/** One part of the panel with what it does. */
export function Part({
  title,
  hint,
  children,
}: {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}) {
  return (
    <section className="practice-part" aria-label={title}>
      <h3>{title}</h3>
      <p className="dim">{hint}</p>
      {children}
    </section>
  )
}
