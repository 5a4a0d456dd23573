/** A native message box, with the members that this program sets. Its texts are already written. */
export interface MessageBox {
  readonly type: 'error' | 'warning'
  readonly title: string
  readonly message: string
  readonly detail: string
  readonly buttons: string[]
  /** The index of the button that Enter presses. */
  readonly defaultId: number
  /** The index of the button that closing the box means. */
  readonly cancelId: number
  /** Windows shows the choices as buttons, not as links. */
  readonly noLink: true
}
