#include <stddef.h>

/// The files of `data/`, each as text that ends with a zero.
const char *purser_categories(void);
const char *purser_merchant_codes(void);
const char *purser_merchant_code_ranges(void);
const char *purser_merchants(void);
const char *purser_guardian_model(void);
const char *purser_embedding_words(void);
const char *purser_reward_cards(void);

/// The table of word embeddings: bytes, and how many.
const unsigned char *purser_embeddings(void);
size_t purser_embeddings_size(void);
