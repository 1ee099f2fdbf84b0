import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatCents } from '@domain/money/money.ts';
import { netCents, type Figures } from '@domain/money/money-report.ts';

type ChartProps = { rows: readonly (Figures & { label: string })[] };

/** Bars up for what came in, down for what went back. What it shows is said in words too, and in the table. */
export default function RevenueChart({ rows }: ChartProps) {
  const bars = rows.map((row) => ({
    label: row.label,
    Received: row.received_cents / 100,
    Refunds: -row.refunded_cents / 100,
  }));
  return (
    <figure className="mt-6 h-68 tabular-nums" role="img" aria-label={inWords(rows)}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={bars}
          stackOffset="sign"
          accessibilityLayer={false}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--color-hairline)" />
          <XAxis
            dataKey="label"
            tickLine={false}
            axisLine={false}
            minTickGap={16}
            tick={{ fill: 'var(--color-ink-soft)', fontSize: 12 }}
          />
          <YAxis
            width={56}
            tickLine={false}
            axisLine={false}
            tickFormatter={axisDollars}
            tick={{ fill: 'var(--color-ink-soft)', fontSize: 12 }}
          />
          <ReferenceLine y={0} stroke="var(--color-line-strong)" />
          <Tooltip
            cursor={{ fill: 'var(--color-citrine-wash)' }}
            formatter={(value) => formatCents(Math.round(Number(value) * 100))}
          />
          <Bar
            dataKey="Received"
            stackId="money"
            fill="var(--color-lacquer)"
            isAnimationActive={false}
          />
          <Bar
            dataKey="Refunds"
            stackId="money"
            fill="var(--color-citrine)"
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

function inWords(rows: ChartProps['rows']): string {
  const [best] = [...rows].sort((one, other) => netCents(other) - netCents(one));
  if (!best) return 'Bar chart without data.';
  return `Bar chart of what was received and refunded, ${rows[0]?.label ?? ''} to ${rows.at(-1)?.label ?? ''}. The highest revenue was in ${best.label}: ${formatCents(netCents(best))}. The table below has every figure.`;
}

/** -80 -> "−$80": whole dollars, the sign where the tables have it. */
const axisDollars = (dollars: number): string =>
  `${dollars < 0 ? '−' : ''}$${Math.abs(dollars).toLocaleString('en-CA')}`;
