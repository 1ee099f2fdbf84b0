const line = {
  viewBox: '0 0 20 20',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  'aria-hidden': true,
  className: 'size-5 flex-none',
} as const;

export const DeleteIcon = () => (
  <svg {...line}>
    <path d="M3.5 5.5h13M8 5.5V3.5h4v2M5.5 5.5l.75 11h7.5l.75-11M8.5 8.5v5M11.5 8.5v5" />
  </svg>
);

export const PreviousIcon = () => (
  <svg {...line}>
    <path d="M12.5 4l-6 6 6 6" />
  </svg>
);

export const NextIcon = () => (
  <svg {...line}>
    <path d="M7.5 4l6 6-6 6" />
  </svg>
);

export const CloseIcon = () => (
  <svg {...line}>
    <path d="M4.5 4.5l11 11M15.5 4.5l-11 11" />
  </svg>
);
