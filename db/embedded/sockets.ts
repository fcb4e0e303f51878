import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { giveToPostgres } from './run-as.ts'

/** The longest path of a socket file, in bytes: 103 on macOS, 107 on Linux (https://man7.org/linux/man-pages/man7/unix.7.html). */
const MAX_PATH_BYTES = 103

/** Where the PostgreSQL of a folder has its socket file, open only to the account that it runs under. */
export const socketFolder = (folder: string): string => path.resolve(folder, 'sockets')

const fileOf = (folder: string, port: number) => path.join(socketFolder(folder), `.s.PGSQL.${port}`)

/** Whether the server that runs in the folder has a socket file. One that an earlier version started has none. */
export const hasSocket = (folder: string, port: number): boolean => existsSync(fileOf(folder, port))

/** The setting of a server that listens on TCP only. */
export const noSockets = ['unix_socket_directories=']

/** The setting of a server that is started in a folder, which may be in use by another. Without sockets, it listens on TCP only. */
export function socketSettings(folder: string, isInUse: boolean): string[] {
  const isPossible =
    process.platform !== 'win32' && Buffer.byteLength(fileOf(folder, 65_535)) <= MAX_PATH_BYTES
  if (!isPossible) return noSockets
  const sockets = socketFolder(folder)
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  giveToPostgres(sockets)
  // PostgreSQL refuses to start over the lock of a killed server if another process has its ID by now.
  if (!isInUse) for (const name of readdirSync(sockets)) rmSync(path.join(sockets, name))
  // In quotes, because a comma separates folders.
  return [`unix_socket_directories="${sockets.replaceAll('"', '""')}"`]
}
