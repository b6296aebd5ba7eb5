export function ProductMark() {
  return (
    <svg viewBox="0 0 16 16" width={24} height={24} aria-hidden="true">
      <rect width="16" height="16" rx="4" fill="#0f766e" />
      <path d="M4 5h8v2H9v5H7V7H4z" fill="#fff" />
    </svg>
  );
}
