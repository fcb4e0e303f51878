import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'

const leastFreeMegabytes = 200

/**
 * Creates the data folder and returns its full path.
 * @throws PlainError that says why it cannot be used
 */
export function openDataFolder(folder: string): string {
  const full = path.resolve(folder)
  try {
    // Checked first, because on a read-only disk creating a folder fails with a misleading error.
    accessSync(nearest(full), constants.W_OK)
    mkdirSync(full, { recursive: true })
    accessSync(full, constants.W_OK)
  } catch (error) {
    throw new PlainError(
      `The data folder ${full} cannot be used: ${reasonOf(error as NodeJS.ErrnoException)}`,
    )
  }
  const disk = statfsSync(full)
  const free = Math.floor((disk.bavail * disk.bsize) / 2 ** 20)
  if (free < leastFreeMegabytes) {
    throw new PlainError(
      `The disk of ${full} is full: ${free} MB are free, but ${leastFreeMegabytes} MB are needed. Free up some space.`,
    )
  }
  return full
}

/** Returns the folder itself or its closest existing ancestor. */
function nearest(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : nearest(path.dirname(folder))
}

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EROFS':
      return 'its disk is read-only. Set OPENSPOT_DATA to a writable folder.'
    case 'ENOSPC':
      return 'its disk is full.'
    case 'EACCES':
    case 'EPERM':
      return 'this account cannot write to it. Set OPENSPOT_DATA to your own folder.'
    case 'EEXIST':
    case 'ENOTDIR':
      return 'a file with that name exists. Move it, or set OPENSPOT_DATA to another folder.'
    default:
      return error.message
  }
}
