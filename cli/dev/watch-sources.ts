import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

/** Several files are often saved at once, and one save is often several events. */
const QUIET_MS = 60

/** Whether a change of this file changes what the API does. Tests, notes, and files of editors do not. */
export const isSource = (name: string): boolean =>
  /\.(?:ts|mts|mjs|js|json|sql|tsv|svg|html|css)$/.test(name) &&
  !name.startsWith('.') &&
  !name.endsWith('.test.ts')

/**
 * Calls `onChange` with the changed files once a change of source files in these folders is complete. Each folder has a
 * watcher of its own, because the recursive watcher of Node.js 20 on Linux loses files that an editor replaces.
 */
export function watchSources(folders: string[], onChange: (files: string[]) => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const notify = () => {
    const files = [...changed]
    changed.clear()
    onChange(files)
  }
  const note = (file: string) => {
    changed.add(file)
    clearTimeout(timer)
    timer = setTimeout(notify, QUIET_MS)
  }
  const add = (folder: string, isNew: boolean) => {
    if (watchers.has(folder) || /^(?:node_modules|\.)/.test(path.basename(folder))) return
    const watcher = watch(folder, (_event, name) => {
      if (name === null) return
      const file = path.join(folder, name)
      if (isSource(name)) note(file)
      else if (isFolder(file)) add(file, true)
    })
    const forget = () => {
      watcher.close()
      watchers.delete(folder)
    }
    // A folder that is removed; its parent is watched and tells if it comes back.
    watcher.on('error', forget)
    watchers.set(folder, watcher)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) add(path.join(folder, entry.name), isNew)
      // Files may have been written before the folder was watched.
      else if (isNew && isSource(entry.name)) note(path.join(folder, entry.name))
    }
  }
  for (const folder of folders) add(folder, false)
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
  }
}

const isFolder = (file: string) => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
