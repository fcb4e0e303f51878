import { type Db, query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { sealFor as secondFactor } from '../../identity/second-factors/codes.ts'
import { sealFor as gatePassword } from '../../operations/gates/gates.sql.ts'
import { sealFor as dataSource } from '../../people/data-sources/connection.ts'

const row = { id: 'uuid', sealed: 'text!' } as const

/** Every column whose values are encrypted and kept: what its key is for, how its values are listed, and how one is replaced. */
export const sealedColumns = [
  {
    purpose: dataSource,
    list: statement(
      'list_sealed_data_sources',
      row,
      `select id, sealed_secrets as sealed from data_sources where sealed_secrets <> ''`,
    ),
    replace: (db: Db, id: string, from: string, to: string) =>
      db
        .updateTable('data_sources')
        .set({ sealed_secrets: to })
        .where('id', '=', id)
        .where('sealed_secrets', '=', from)
        .execute(),
  },
  {
    purpose: secondFactor,
    list: statement(
      'list_sealed_second_factors',
      row,
      'select user_id as id, sealed_secret as sealed from second_factors',
    ),
    replace: (db: Db, id: string, from: string, to: string) =>
      db
        .updateTable('second_factors')
        .set({ sealed_secret: to })
        .where('user_id', '=', id)
        .where('sealed_secret', '=', from)
        .execute(),
  },
  {
    purpose: gatePassword,
    list: statement(
      'list_sealed_gate_passwords',
      row,
      'select id, device_password as sealed from gates where device_password is not null',
    ),
    replace: (db: Db, id: string, from: string, to: string) =>
      db
        .updateTable('gates')
        .set({ device_password: to })
        .where('id', '=', id)
        .where('device_password', '=', from)
        .execute(),
  },
] as const

export const listSealed = (pool: pg.Pool, { list }: (typeof sealedColumns)[number]) => query(pool, list, [])
