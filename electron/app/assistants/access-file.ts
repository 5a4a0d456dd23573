import type { FileRegister } from '../../core/instructions/damage/file-register.js'
import { watchDocument } from '../../core/instructions/damage/watched-files.js'
import type { DocumentPort } from '../../core/ports.js'

/**
 * Returns the file with the settings of assistants' access. Its loss is shown until the person
 * chooses them again.
 */
export function accessFile(document: DocumentPort, register: FileRegister): DocumentPort {
  const file = watchDocument(document, 'assistants.json', register)
  return {
    ...file,
    async write(content) {
      const written = await file.write(content)
      if (written.ok) await register.acknowledge()
      return written
    },
  }
}
