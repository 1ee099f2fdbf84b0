const marks = [
  { label: 'Four payments', drawing: <Quarters /> },
  { label: 'Monthly plan', drawing: <Months /> },
  { label: 'Pay in 30 days', drawing: <Later /> },
];

/** Ways to pay later, as marks of our own: which providers there are is the card processor's matter. */
export function InstalmentMarks({ className = '' }: { className?: string }) {
  return (
    <ul aria-label="Ways to pay later" className={`flex flex-wrap gap-x-7 gap-y-4 ${className}`}>
      {marks.map(({ label, drawing }) => (
        <li key={label} className="flex items-center gap-3 font-medium">
          <svg
            viewBox="0 0 32 32"
            className="size-8 flex-none"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden="true"
          >
            {drawing}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

/** A coin in four parts, the first one paid. */
function Quarters() {
  return (
    <>
      <path d="M17.5 14.500V3A13 13 0 0 1 29 14.500Z" fill="currentColor" stroke="none" />
      <path d="M14.5 3.100V14.500H3.100A13 13 0 0 1 14.5 3.100ZM3.1 17.500H14.500V28.900A13 13 0 0 1 3.1 17.500ZM17.5 28.900V17.500H28.900A13 13 0 0 1 17.5 28.900Z" />
    </>
  );
}

/** Steps that go down to nothing. */
function Months() {
  return (
    <>
      <path d="M4 28V8H9V28Z" fill="currentColor" />
      <path d="M13 28V14H18V28ZM22 28V20H27V28Z" />
    </>
  );
}

/** A calendar sheet with a later day marked. */
function Later() {
  return (
    <>
      <path d="M4 7H28V28H4ZM4 13H28M10 3V9M22 3V9" />
      <path d="M20 19H25V24H20Z" fill="currentColor" stroke="none" />
    </>
  );
}
