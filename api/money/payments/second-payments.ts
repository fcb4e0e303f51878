const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The column of what was taken although another payment pays invoice `i`, as the contract has it. An invoice that isn't there has none. */
export const secondPayments = `coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'amount_cents', x.amount_cents,
    'second_taken_at', ${instant('x.second_taken_at')}, 'second_returned_at', ${instant('x.second_returned_at')}) order by x.second_taken_at)
  from payments x where x.invoice_id = i.id and x.lot_id = i.lot_id and x.second_taken_at is not null), '[]')`
