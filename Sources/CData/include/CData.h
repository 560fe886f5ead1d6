/// The files of `data/`, each as text that ends with a zero.
const char *purser_categories(void);
const char *purser_merchant_codes(void);
const char *purser_merchant_code_ranges(void);
const char *purser_merchants(void);
const char *purser_guardian_model(void);
