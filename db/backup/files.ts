import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Size and checksum of a file in a backup. */
export interface FileOf {
  bytes: number
  sha256: string
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Returns the relative paths of all files and folders; those that disappear during the walk are omitted. */
export async function treeOf(
  folder: string,
  isLeftOut: (name: string) => boolean = () => false,
): Promise<{ files: string[]; folders: string[] }> {
  const tree = { files: [] as string[], folders: [] as string[] }
  const look = async (inside: string) => {
    const entries = await readdir(path.join(folder, inside), { withFileTypes: true }).catch(
      (error: unknown) => {
        if (isGone(error)) return []
        throw error
      },
    )
    for (const entry of entries) {
      const name = path.posix.join(inside, entry.name)
      if (isLeftOut(name)) continue
      if (entry.isFile()) tree.files.push(name)
      if (!entry.isDirectory()) continue
      tree.folders.push(name)
      await look(name)
    }
  }
  await look('')
  return tree
}

/** Copies a file readable only by its owner. Returns null if it has disappeared. */
export async function copyFile(from: string, to: string): Promise<FileOf | null> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  try {
    await pipeline(createReadStream(from), count, createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    // A table dropped during the copy: the WAL that follows no longer needs its file.
    if (isGone(error) && !existsSync(from)) return null
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}
