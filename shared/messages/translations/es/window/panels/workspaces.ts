import type { workspacesPanelText } from '../../../../en/window/panels/workspaces.js'
import type { Translated } from '../../../../translated.js'

/** The list of workspaces, in Spanish. */
export const workspacesPanelTextEs: Translated<typeof workspacesPanelText> = {
  title: 'Espacios de trabajo',
  current: 'Actual',
  open: 'Abrir',
  openNamed: (name) => `Abrir el espacio de trabajo ${name}`,
  name: 'Nombre',
  nameOf: (name) => `Nombre del espacio de trabajo ${name}`,
  rename: 'Renombrar',
  renameNamed: (name) => `Renombrar ${name}`,
  duplicate: 'Duplicar',
  duplicateNamed: (name) => `Duplicar ${name}`,
  remove: 'Eliminar',
  removeNamed: (name) => `Eliminar ${name}`,
  removed: (name) => `Se eliminó el espacio de trabajo ${name}.`,
  restore: 'Deshacer',
  export: 'Exportar',
  exportNamed: (name) => `Exportar ${name}`,
  exported: 'Se exportó el espacio de trabajo.',
  import: 'Importar…',
  imported: 'El espacio de trabajo se ha importado.',
  unreadableLayout:
    'El espacio de trabajo se ha importado, pero su disposición no se puede leer. Se abre con los paneles predeterminados.',
  save: 'Guardar',
  cancel: 'Cancelar',
  saveAs: 'Guardar como espacio nuevo',
  saveAsHint:
    'Los paneles, las ventanas, los grupos de enlace, las columnas y los ajustes de los gráficos se guardan al cambiarlos. Las órdenes y los borradores del ticket no pertenecen a ningún espacio.',
  loading: 'Leyendo los espacios de trabajo…',
}
