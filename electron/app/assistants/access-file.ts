import { createCheckedFile } from '../../adapters/journal/checked-file.js'
import type { FileRegister } from '../../core/files/file-register.js'
import { watchDocument } from '../../core/instructions/damage/watched-files.js'
import type { DocumentPort } from '../../core/ports.js'
import { ok } from '../../../shared/domain/result.js'
import { ACCESS_VERSION } from './endpoint-controller.js'

/**
 * Puts a checksum before the content. Content that it does not fit is read as an empty text, which
 * its owner sets aside like any other that is not its own.
 */
export function damageAsText(document: DocumentPort): DocumentPort {
  const file = createCheckedFile(document)
  return {
    ...file,
    async read() {
      const content = await file.read()
      return !content.ok && content.error.kind === 'damaged' ? ok('') : content
    },
  }
}

/**
 * Returns the file with the settings of assistants' access. Its loss is shown until the person
 * chooses them again.
 */
export function accessFile(document: DocumentPort, register: FileRegister): DocumentPort {
  const file = watchDocument(damageAsText(document), 'assistants.json', register, ACCESS_VERSION)
  return {
    ...file,
    async write(content) {
      const written = await file.write(content)
      if (written.ok) await register.acknowledge()
      return written
    },
  }
}
